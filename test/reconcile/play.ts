import type { RecordedPayment } from '../../src/insight/reconcile/ledger';
import type { AccountOrder, ReadRow } from '../../src/insight/reconcile/model';
import { reconcile } from '../../src/insight/reconcile/reconcile';
import { groupBy } from '../../src/lib/once';
import { reconcileOptions } from '../support/facts';
import {
  acceptOrder,
  emptyLedger,
  type Ledger,
  recordResult,
  removePayment,
  sumOf,
  typePayment,
  undoImport,
} from '../support/ledger-model';
import { dayOf, exportOf, type Happening, pick, worldAfter } from './histories';
import { describe as described, type NaivePayment, reckon, type Step } from './naive';
import type { OracleRow } from './oracle';

export type World = ReturnType<typeof worldAfter>;
export type Files = readonly (readonly ReadRow[])[];

const contentOf = (file: readonly ReadRow[]) =>
  JSON.stringify(file.map(({ file: _, ...row }) => row));

export function run(files: Files, orders: readonly AccountOrder[], ledger: Ledger) {
  const rows = files.flat();
  const byFile = groupBy(rows, ({ file }) => file);
  const contents = new Map([...byFile].map(([file, own]) => [file, contentOf(own)]));
  return reconcile(rows, orders, ledger, { ...reconcileOptions, contents });
}

/** What a payment is, as the naive ledger tells it. */
const whatOf = ({ amount, allocations, paidOn, reference }: RecordedPayment) =>
  JSON.stringify([
    amount,
    allocations.map(({ orderId, cents }) => [orderId, cents]).sort(),
    paidOn,
    reference,
  ]);

export function namedPayments(
  payments: readonly RecordedPayment[],
): ReadonlyMap<string, RecordedPayment> {
  const found = new Map<string, RecordedPayment>();
  for (const payment of payments) {
    let place = 1;
    while (found.has(`${whatOf(payment)} ${place}`)) place++;
    found.set(`${whatOf(payment)} ${place}`, payment);
  }
  return found;
}

/** The person's half of a history: the program's ledger and the naive one's steps. */
export interface Told {
  readonly ledger: Ledger;
  readonly steps: readonly Step[];
  /** The files of each run, by the number of its import. */
  readonly recorded: readonly Files[];
}

/** What an export was made of, and the days that its rows cover. */
interface Source {
  readonly world: World;
  /** Its place among all states of the group's rows. */
  readonly state: number;
  /** True if it has the rows of all days, unpaid ones too. */
  readonly isWhole: boolean;
  readonly days: readonly number[];
}

/** Plays a history; `look` sees each run before it is recorded. */
export function play(
  orders: readonly AccountOrder[],
  script: readonly Happening[],
  look: (told: Told, files: Files, world: World, sources: readonly Source[]) => void = () => {},
): Told {
  let told: Told = { ledger: emptyLedger, steps: [], recorded: [] };
  const worlds: World[] = [[]];
  const record = (files: Files, sources: readonly Source[]) => {
    look(told, files, worlds.at(-1) ?? [], sources);
    const result = run(files, orders, told.ledger);
    if (!result.isImport) return;
    const id = told.recorded.length + 1;
    told = {
      ledger: recordResult(told.ledger, result, id),
      steps: [...told.steps, { kind: 'record', files: files as readonly (readonly OracleRow[])[] }],
      recorded: [...told.recorded, files],
    };
  };
  for (const [place, happening] of script.entries()) {
    const world = worldAfter(worlds.at(-1) ?? [], happening);
    worlds.push(world);
    const payments = sumOf(told.ledger, orders).payments;
    if (happening.kind === 'export') {
      const files = happening.exports.map((one, index) =>
        exportOf(worlds.at(-1 - one.age) ?? world, orders, one, `${place}-${index}.csv`),
      );
      const distinct = [...new Map(files.map((file) => [contentOf(file), file])).values()];
      const sources = happening.exports.map(({ age, days }): Source => {
        const made = worlds.at(-1 - age) ?? world;
        const state = worlds.indexOf(made);
        const all = Array.from({ length: 10 }, (_, day) => day);
        if (days === null) return { world: made, state, isWhole: true, days: all };
        const paid = made.flatMap(({ state, day }) => (state === 'paid' ? day : []));
        const had = paid.filter((day) => Math.min(...days) <= day && day <= Math.max(...days));
        const own = all.filter((day) => Math.min(...had) <= day && day <= Math.max(...had));
        return { world: made, state, isWhole: false, days: own };
      });
      if (distinct.flat().length > 0)
        record(
          distinct.filter((file) => file.length > 0),
          sources,
        );
    }
    if (happening.kind === 'again' && told.recorded.length > 0) {
      record(pick(told.recorded, happening.at) ?? [], []);
    }
    if (happening.kind === 'type') {
      const orderId = pick(orders, happening.order)?.id ?? '';
      const { cents: amount, reference } = happening;
      const day = dayOf(happening.day);
      told = {
        ...told,
        ledger: typePayment(told.ledger, { orderId, group: 'g', amount, paidOn: day, reference }),
        steps: [...told.steps, { kind: 'type', orderId, amount, day, reference }],
      };
    }
    if (happening.kind === 'remove' && payments.length > 0) {
      const [what, payment] = pick([...namedPayments(payments)], happening.at) ?? [];
      if (what === undefined || payment === undefined) continue;
      const naive = described(reckon(told.steps, orders).payments).get(what) as NaivePayment;
      told = {
        ...told,
        ledger: removePayment(told.ledger, payment.identity),
        steps: [...told.steps, { kind: 'remove', payment: naive.id }],
      };
    }
    if (happening.kind === 'restore') {
      const removals = told.steps.flatMap((step) => (step.kind === 'remove' ? [step.payment] : []));
      const entries = told.ledger.entries.filter((one) => one.kind === 'removal' && one.isRemoved);
      const entry = pick(entries, happening.at);
      if (entry?.kind !== 'removal') continue;
      told = {
        ...told,
        ledger: removePayment(told.ledger, entry.subject, false),
        steps: [...told.steps, { kind: 'restore', payment: pick(removals, happening.at) ?? '' }],
      };
    }
    if (happening.kind === 'accept') {
      const orderId = pick(orders, happening.at)?.id ?? '';
      told = {
        ...told,
        ledger: acceptOrder(told.ledger, orderId, { orders }),
        steps: [...told.steps, { kind: 'accept', orderId }],
      };
    }
    if (happening.kind === 'undo') {
      const imports = told.ledger.entries.filter((one) => one.kind === 'import');
      const entry = pick(imports, happening.at);
      if (entry === undefined || entry.kind !== 'import') continue;
      const step = told.steps.findIndex(
        (one, index) =>
          one.kind === 'record' &&
          told.steps.slice(0, index + 1).filter(({ kind }) => kind === 'record').length ===
            entry.id,
      );
      told = {
        ...told,
        ledger: undoImport(told.ledger, entry.id),
        steps: [...told.steps, { kind: 'undo', step }],
      };
    }
  }
  return told;
}
