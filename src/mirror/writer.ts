import { hash } from 'node:crypto';
import { type Change, changesBetween, type Sent, wholeEvent } from './events';
import { type Kind, kinds, objectsOf } from './kinds';
import { type Database, inTransaction } from './libsql';
import { gap, newPlaces } from './places';
import { createRowWriter, type Incoming, type Known } from './rows';
import { sentIndexes } from './schema';
import { readState, selectedTuples, selectedValue, selectedValues } from './state';
import { type Mask, toStore } from './strip';
import { fillOrderSums } from './sums';

/** Objects of one list, counted by what happened to them. */
export type Tally = Record<'read' | 'new' | 'changed' | 'unchanged' | 'gone' | 'back', number>;

interface List {
  readonly kind: Kind;
  /** True if this is the baseline, the first complete sync, in which new objects are not events. */
  readonly isBaseline: boolean;
  readonly startedBefore: string | null;
  /** By id. */
  readonly known: Map<string, Known>;
  /** In the order in which they were read. */
  readonly sequence: Known[];
  readonly tally: Tally;
}

const tableOf = (kind: Kind) => (kind === 'card' ? 'base_cards' : 'base_orders');

const parse = (text: string): Sent => JSON.parse(text);

/** The only writer of what the service sent; a hash in memory makes an unchanged object a lookup. */
export class MirrorWriter {
  events = 0;
  /** The number of the run that has begun; 0 before. */
  run = 0;
  /** The time of this moment; never before a time that the history has. */
  readonly now: () => string;
  readonly lists: Readonly<Record<Kind, List>>;
  readonly #rows: ReturnType<typeof createRowWriter>;
  #nextKey: number;

  constructor(
    private readonly database: Database,
    private readonly options: { readonly now: () => number; readonly mask: Mask },
  ) {
    let latest = latestTime(database);
    this.now = () => {
      const time = new Date(options.now()).toISOString();
      // The clock may have been set back, but the history's times never go back.
      if (time > latest) latest = time;
      return latest;
    };
    const { lists } = readState(database);
    const listOf = (kind: Kind): List => ({
      kind,
      isBaseline: lists[kind].baselineSeq === null,
      startedBefore: lists[kind].startedAt,
      known: knownObjects(database, kind),
      sequence: [],
      tally: { read: 0, new: 0, changed: 0, unchanged: 0, gone: 0, back: 0 },
    });
    this.lists = { order: listOf('order'), giftcard: listOf('giftcard'), card: listOf('card') };
    this.#rows = createRowWriter(database);
    this.#nextKey =
      (selectedValue<number | null>(database, 'SELECT max(key) FROM bodies') ?? 0) + 1;
  }

  isEmpty(kind: Kind): boolean {
    return this.lists[kind].known.size === 0;
  }

  /** The number of objects in the mirror that are not gone. */
  present(kind: Kind): number {
    return [...this.lists[kind].known.values()].filter(({ gone }) => !gone).length;
  }

  /** Ids in the mirror that were not read in this run, in the order of the list. */
  missing(kind: Kind): readonly string[] {
    return [...this.lists[kind].known.values()]
      .filter(({ gone, seen }) => !gone && !seen)
      .sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
      .map(({ id }) => id);
  }

  /** Begins a run. The lists that it reads are incomplete until they have been read to the end. */
  begin(mode: string, which: readonly Kind[]): void {
    inTransaction(this.database, () => {
      const { lastInsertRowid } = this.database
        .prepare('INSERT INTO runs (mode, started_at) VALUES (?, ?)')
        .run([mode, this.now()]);
      this.run = Number(lastInsertRowid);
      const statement = this.database.prepare(
        `INSERT INTO lists (kind, complete) VALUES (?, 0)
         ON CONFLICT (kind) DO UPDATE SET complete = 0`,
      );
      for (const kind of which) statement.run([kind]);
      if (!kinds.every((kind) => this.isEmpty(kind))) return;
      for (const name of Object.keys(sentIndexes)) {
        this.database.exec(`DROP INDEX IF EXISTS ${name}`);
      }
    });
  }

  /** Stores objects in one transaction; returns whether any of them was new or changed. */
  take(kind: Kind, objects: readonly { readonly id: string }[]): boolean {
    const list = this.lists[kind];
    const fresh: Incoming[] = [];
    // The stored object decides the id: half a surrogate pair in it has been replaced.
    const stored = objects.map((object) => toStore(object, this.options.mask));
    for (const [index, { text, sent }] of stored.entries()) {
      const id = String(sent.id);
      const sum = hash('sha1', text, 'base64');
      const known = list.known.get(id);
      if (known?.hash === sum && !known.gone) {
        list.tally.unchanged++;
        continue;
      }
      const place = list.isBaseline ? (list.sequence.length + index) * gap : (known?.place ?? null);
      const key = known?.key ?? this.#nextKey++;
      fresh.push({ key, kind, place, sent, text, hash: sum, known });
    }
    list.tally.read += objects.length;
    if (fresh.length > 0) {
      inTransaction(this.database, () => {
        for (const object of fresh) this.#record(list, object);
        this.#rows.write(fresh);
      });
      for (const object of fresh) remember(list, object);
    }
    for (const { sent } of stored) {
      const known = list.known.get(String(sent.id));
      if (known === undefined || known.seen) continue;
      known.seen = true;
      list.sequence.push(known);
    }
    return fresh.length > 0;
  }

  #record(list: List, { sent, text, known }: Incoming): void {
    const { kind, tally } = list;
    if (known === undefined) {
      tally.new++;
      if (!list.isBaseline) {
        this.#append(list, sent, null, [{ type: wholeEvent(kind, 'new'), new: sent }]);
      }
      return;
    }
    const stored = this.#bodyOf(known);
    if (known.gone) {
      tally.back++;
      this.#append(list, sent, stored, [{ type: wholeEvent(kind, 'back'), new: sent }]);
      return;
    }
    const changes = changesBetween(kind, parse(stored), parse(text));
    if (changes.length === 0) tally.unchanged++;
    else tally.changed++;
    if (!list.isBaseline) this.#append(list, sent, stored, changes);
  }

  #bodyOf({ key }: Known): string {
    const sql = 'SELECT body FROM bodies WHERE key = ?';
    return selectedValue<string>(this.database, sql, [key]) as string;
  }

  /** `before` becomes the object's state in the baseline if this is its first event since. */
  #append(
    { kind, startedBefore }: List,
    sent: Sent,
    before: string | null,
    changes: readonly Change[],
  ) {
    if (changes.length === 0) return;
    const id = String(sent.id);
    const at = this.now();
    this.database
      .prepare('INSERT OR IGNORE INTO baseline (kind, id, body) VALUES (?, ?, ?)')
      .run([kind, id, before]);
    const newest = 'SELECT at FROM event_log WHERE kind = ? AND id = ? ORDER BY seq DESC LIMIT 1';
    const after = [startedBefore, ...selectedValues<string>(this.database, newest, [kind, id])]
      .filter((time) => typeof time === 'string')
      .sort()
      .at(-1);
    const insert = this.database.prepare(
      `INSERT INTO event_log (type, kind, id, order_number, group_id, field, old, new, tracking,
         after, at, run)
       VALUES (:type, :kind, :id, :number, :group, :field, :old, :new, :tracking, :after, :at, :run)`,
    );
    // Undefined has no JSON.
    const json = (value: unknown) => JSON.stringify(value) ?? null;
    const named = (value: unknown) => (typeof value === 'string' ? value : null);
    const of = {
      kind,
      id,
      after: after ?? null,
      at,
      run: this.run,
      number: named(sent.orderNumber),
      group: named(kind === 'giftcard' ? sent.platform : sent.buyingGroup),
    };
    for (const { type, field = null, old, new: now, tracking } of changes) {
      insert.run({ ...of, type, field, old: json(old), new: json(now), tracking: json(tracking) });
    }
    this.events += changes.length;
  }

  /** Marks objects as gone; before the baseline is complete they are forgotten, as none was reported. */
  gone(kind: Kind, ids: readonly string[]): void {
    const list = this.lists[kind];
    const known = ids.flatMap((id) => list.known.get(id) ?? []);
    inTransaction(this.database, () => {
      for (const one of known) {
        if (list.isBaseline) this.#rows.forget(one.key);
        else this.#markGone(list, one);
      }
    });
    for (const one of known) {
      if (list.isBaseline) list.known.delete(one.id);
      one.gone = true;
    }
    if (!list.isBaseline) list.tally.gone += known.length;
  }

  #markGone(list: List, known: Known): void {
    const stored = this.#bodyOf(known);
    const sent = parse(stored);
    this.#append(list, sent, stored, [{ type: wholeEvent(list.kind, 'gone'), old: sent }]);
    const more = list.kind === 'card' ? '' : ', open = 0';
    this.database
      .prepare(`UPDATE ${tableOf(list.kind)} SET gone_at = ?${more} WHERE key = ?`)
      .run([this.now(), known.key]);
  }

  /** Puts the objects that were read in the order in which they were read. */
  arrange(kind: Kind): void {
    const { sequence } = this.lists[kind];
    const places = newPlaces(sequence.map(({ place }) => place));
    const moved = sequence.flatMap((known, index) => {
      const place = places[index] as number;
      return known.place === place ? [] : [{ known, place }];
    });
    if (moved.length === 0) return;
    inTransaction(this.database, () => {
      const statement = this.database.prepare(
        `UPDATE ${tableOf(kind)} SET place = ? WHERE key = ?`,
      );
      for (const { known, place } of moved) statement.run([place, known.key]);
    });
    for (const { known, place } of moved) known.place = place;
  }

  /** Ends the run: lists read to the end are complete, the first time as their baseline. */
  finish(given: {
    readonly completed: readonly Kind[];
    readonly complete: boolean;
    readonly startedAt: string;
    readonly requests: number;
  }): string {
    const { completed, complete, startedAt, requests } = given;
    const now = this.now();
    inTransaction(this.database, () => {
      for (const create of Object.values(sentIndexes)) this.database.exec(create);
      fillOrderSums(this.database);
      const statement = this.database.prepare(
        `UPDATE lists SET started_at = ?1, as_of = ?2, complete = 1,
           baseline_at = coalesce(baseline_at, ?2),
           baseline_seq = coalesce(baseline_seq, (SELECT coalesce(max(seq), 0) FROM event_log))
         WHERE kind = ?3`,
      );
      for (const kind of completed) statement.run([startedAt, now, kind]);
      this.database
        .prepare('UPDATE runs SET finished_at = ?, complete = ?, requests = ? WHERE id = ?')
        .run([now, complete ? 1 : 0, requests, this.run]);
    });
    return now;
  }
}

function remember(list: List, { key, hash, place, sent, known }: Incoming) {
  if (known === undefined) {
    const id = String(sent.id);
    list.known.set(id, { id, key, hash, place, gone: false, seen: false });
  } else {
    Object.assign(known, { hash, place, gone: false });
  }
}

function latestTime(database: Database): string {
  const sql = `SELECT max(coalesce((SELECT at FROM event_log ORDER BY seq DESC LIMIT 1), ''),
    coalesce((SELECT max(coalesce(finished_at, started_at)) FROM runs), ''))`;
  return selectedValue<string>(database, sql) ?? '';
}

function knownObjects(database: Database, kind: Kind): Map<string, Known> {
  const rows = selectedTuples<[string, number, string, number | null, number]>(
    database,
    `SELECT id, key, hash, place, gone_at IS NOT NULL FROM ${objectsOf[kind]}`,
  );
  return new Map(
    rows.map(([id, key, hash, place, gone]) => {
      return [id, { id, key, hash, place, gone: gone === 1, seen: false }];
    }),
  );
}
