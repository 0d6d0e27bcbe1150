import { onceEach } from '../lib/once';
import { codeOf, faultOf } from '../native/faults';
import { type EventRow, jsonValue } from './changes';
import { paidOf } from './columns';
import { isSameState, type Replayed, replay, replayable } from './events';
import { type Kind, presentOf } from './kinds';
import type { Database } from './libsql';
import { keepState, readState, selectedRows, selectedValues } from './state';

export type CheckResult = ReturnType<typeof checkMirror>;

/** Problems of one kind that are spelled out; the rest are only counted. */
const shown = 20;

function spelledOut(problems: readonly string[]): readonly string[] {
  const more = problems.length - shown;
  return more > 0 ? [...problems.slice(0, shown), `… and ${more} more like these`] : problems;
}

/** Problems that SQLite itself finds in the file. */
export function fileProblems(database: Database): readonly string[] {
  const found = selectedValues<string>(database, 'PRAGMA integrity_check');
  return found.filter((text) => text !== 'ok').map((text) => `SQLite: ${text}`);
}

/** Law 4: paid cents and payments are the sums of their allocations; a payment of no order has none. */
function allocationProblems(database: Database): readonly string[] {
  return selectedValues(
    database,
    `SELECT kind || ' ' || id || ': its paid cents are ' || paid_cents || ', but its payments add up to ' || ${paidOf('base_orders.id')}
     FROM base_orders WHERE paid_cents <> ${paidOf('base_orders.id')}
     UNION ALL
     SELECT 'payment ' || p.id || ': its allocations do not add up to its ' || p.amount_cents || ' cents'
     FROM base_payments p
     WHERE p.for_orders = 1 AND p.amount_cents <> (
       SELECT coalesce(sum(amount_cents), 0) FROM allocations WHERE payment_id = p.id
     )
     UNION ALL
     SELECT 'payment ' || p.id || ': it belongs to no order, but has allocations'
     FROM base_payments p
     WHERE p.for_orders = 0 AND p.id IN (SELECT payment_id FROM allocations)`,
  );
}

function identityProblems(database: Database): readonly string[] {
  return selectedValues(
    database,
    `SELECT 'payment identity ' || identity || ' occurs ' || count(*) || ' times'
     FROM base_payments NOT INDEXED WHERE identity IS NOT NULL
     GROUP BY identity HAVING count(*) > 1`,
  );
}

/** Law 5: replaying all events since the baseline, from its state, gives the present state. */
function replayProblems(database: Database): readonly string[] {
  const problems: string[] = [];
  const { lists } = readState(database);
  const changed = selectedRows<{ kind: Kind; id: string; body: string | null }>(
    database,
    'SELECT kind, id, body FROM baseline',
  );
  const events = database.prepare(
    `SELECT seq, type, field, old, new, tracking FROM event_log
     WHERE kind = ? AND id = ? AND seq > ? ORDER BY seq`,
  );
  const present = presentStates(database);
  for (const { kind, id, body } of changed) {
    let state: Replayed = body === null ? undefined : replayable(JSON.parse(body));
    const rows = events.all([kind, id, lists[kind].baselineSeq ?? 0]) as EventRow[];
    for (const { seq, type, field, ...row } of rows) {
      const step = replay(state, {
        type,
        field: field ?? '',
        old: jsonValue(row.old),
        new: jsonValue(row.new),
        tracking: jsonValue(row.tracking),
      });
      if (step.problem !== undefined) problems.push(`${kind} ${id}: event ${seq}: ${step.problem}`);
      state = step.state;
    }
    if (!isSameState(state, present(kind, id))) {
      problems.push(`${kind} ${id}: replaying its events does not give its current state`);
    }
  }
  return [...problems, ...unaccounted(database)];
}

function presentStates(database: Database): (kind: Kind, id: string) => Replayed {
  const bodyOf = onceEach((kind: Kind) => {
    const key = `SELECT key FROM ${presentOf(kind)} AND id = ?`;
    return database.prepare(`SELECT body FROM bodies WHERE key IN (${key})`).pluck();
  });
  return (kind, id) => {
    const [body] = bodyOf(kind).all([id]) as string[];
    return body === undefined ? undefined : replayable(JSON.parse(body));
  };
}

/** An object without a state in the baseline has no events and is not gone. */
function unaccounted(database: Database): readonly string[] {
  const inBaseline = (kind: string, id: string) =>
    `EXISTS (SELECT 1 FROM baseline b WHERE b.kind = ${kind} AND b.id = ${id})`;
  return selectedValues(
    database,
    `SELECT DISTINCT e.kind || ' ' || e.id || ': has events, but no state in the baseline'
     FROM event_log e JOIN lists l ON l.kind = e.kind
     WHERE e.seq > coalesce(l.baseline_seq, e.seq) AND NOT ${inBaseline('e.kind', 'e.id')}
     UNION ALL SELECT kind || ' ' || id || ': is gone, but has no event for it' FROM (
       SELECT kind, id FROM base_orders WHERE gone_at IS NOT NULL
       UNION ALL SELECT 'card', id FROM base_cards WHERE gone_at IS NOT NULL
     ) o WHERE NOT ${inBaseline('o.kind', 'o.id')}`,
  );
}

/** The parser's own message would quote what is stored. */
const notJson = 'a stored body or event is not JSON, so what depends on it was not checked';

/** SQLite's own check, laws 4 and 5, and identities that occur twice, all of one state. */
export function checkMirror(database: Database) {
  const wasReading = database.inTransaction;
  keepState(database);
  const checks = [fileProblems, allocationProblems, identityProblems, replayProblems];
  // Several checks fail at the same damage.
  const problems = new Set<string>();
  for (const check of checks) {
    try {
      for (const problem of spelledOut(check(database))) problems.add(problem);
    } catch (error) {
      // Finding a damaged file is what this command is for.
      if (error instanceof SyntaxError) problems.add(notJson);
      else if (codeOf(error) === '' && faultOf(error) === undefined) throw error;
      else problems.add(`SQLite: ${(error as Error).message}`);
    }
  }
  if (!wasReading) database.exec('ROLLBACK');
  return { ok: problems.size === 0, problems: [...problems] };
}
