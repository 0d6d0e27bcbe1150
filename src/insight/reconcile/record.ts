import { groupBy } from '../../lib/once';
import {
  furtherIdentity,
  nameOfFact,
  nameOfPayment,
  paymentIdentity,
  referenceIdentity,
} from './identity';
import type { Doubt, Fact, Ledger, Reading, RecordedPayment, Run } from './model';
import { type Contradiction, findRepetition, nameApart } from './repetition';
import { areApart, editedPayments, isSameLine, moneyOf, samePayment } from './same-payment';

/** What becomes of a row: a new payment, one that is recorded, or none. */
export interface Decision {
  readonly fact: Fact;
  readonly found: number;
  /** The payment that it adds. */
  readonly payment?: RecordedPayment;
  /** What is recorded of it: what `payment` replaces, or what it repeats or contradicts. */
  readonly before: readonly RecordedPayment[];
  /** The row of these files that it repeats. */
  readonly repeats?: Fact;
  /** Another row of these files says something else; of a repetition, of the row that it repeats. */
  readonly contradiction?: Contradiction | undefined;
  /** Whether it is recorded as it is. */
  readonly isKnown: boolean;
  /** Whether its reference names a payment for other orders. */
  readonly isElsewhere: boolean;
  /** Whether it brings back an amount that a later file has replaced. */
  readonly isReverting: boolean;
  /** Whether the group takes back a payment that counts. */
  readonly isTakenBack: boolean;
}

const none: readonly RecordedPayment[] = [];

type Decided = Omit<Decision, 'fact' | 'found'>;

/** Nothing is recorded of a row, and it adds nothing. */
const undecided: Decided = {
  before: none,
  isKnown: false,
  isElsewhere: false,
  isReverting: false,
  isTakenBack: false,
};

const isRecordable = ({ pays }: Fact) => pays === 'orders' || pays === 'other';

export const emptyLedger: Ledger = {
  payments: [],
  replaced: new Map(),
  doubts: new Map(),
  files: new Set(),
  readings: new Map(),
  had: new Set(),
};

export const placeOf = ({ file, line }: Pick<Fact, 'file' | 'line'>) => `${file}\n${line}`;

/** A paid row among those of all files. */
export const namePaid = ({ group, name, amount }: Fact) =>
  `${paymentIdentity(group, name)} ${amount}`;

const sumOf = (payments: readonly RecordedPayment[]) =>
  payments.reduce((sum, { amount }) => sum + amount, 0);

/** The payments that count, to find what is recorded of a row. */
class Book {
  readonly #byName: ReadonlyMap<string | undefined, readonly RecordedPayment[]>;
  readonly #identities: ReadonlySet<string | null>;

  constructor(readonly payments: readonly RecordedPayment[]) {
    this.#byName = groupBy(payments, nameOfPayment);
    this.#identities = new Set(payments.map(({ identity }) => identity));
  }

  #named(fact: Fact): readonly RecordedPayment[] {
    return this.#byName.get(nameOfFact(fact)) ?? none;
  }

  /**
   * The payments of its orders that have its name, whatever group was typed. Several, if payments
   * typed under one reference paid its orders and none has its amount.
   */
  ofOrders(fact: Fact): readonly RecordedPayment[] {
    const own = this.#named(fact).filter((payment) => !areApart(fact, payment));
    const same = own.find(({ amount }) => amount === fact.amount);
    return same === undefined ? own : [same];
  }

  identityOf(fact: Fact, group: string): string {
    const [same] = this.ofOrders(fact);
    if (same?.identity != null) return same.identity;
    const name = nameOfFact(fact);
    const [own, typed] = [paymentIdentity(fact.group, name), paymentIdentity(group, name)];
    // Another payment of the orders' group may have this name: the file's own group gave it.
    return this.#identities.has(own) || this.#identities.has(typed) ? typed : own;
  }

  /** What is recorded of a row: what paid its orders, or else what has its identity. */
  of(fact: Fact, group: string): readonly RecordedPayment[] {
    const named = this.#named(fact);
    if (named.length === 0) return named;
    const own = this.ofOrders(fact);
    if (own.length > 0) return own;
    const identity = this.identityOf(fact, group);
    return named.filter(
      (one) => one.identity === identity || one.identity?.startsWith(`${identity}/`) === true,
    );
  }
}

/**
 * The void rows whose payment is recorded, or is in another row of these files. The group may have
 * cleared or changed the amount and the date of the payment that it takes back.
 */
function takenBack(
  { facts }: Run,
  paid: readonly Fact[],
  dropped: readonly RecordedPayment[],
  book: Book,
): ReadonlySet<Fact> {
  const voids = facts.filter(({ state }) => state === 'void');
  if (voids.length === 0) return new Set();
  const byName = groupBy(paid, ({ name }) => name);
  const [paidByKeys, droppedByKeys] = [groupBy(paid, keys), groupBy(dropped, keys)];
  const isBack = (row: Fact): boolean => {
    if (byName.get(row.name)?.some((other) => !areApart(row, other))) return true;
    if (book.ofOrders(row).length > 0) return true;
    const isNegated = ({ amount }: { readonly amount: number }) => amount === 0 - row.amount;
    const isSame = ({ amount }: RecordedPayment) => row.amount === 0 || row.amount === amount;
    return (
      droppedByKeys.get(row.keys)?.some((one) => isSame(one) || isNegated(one)) === true ||
      (row.amount < 0 && paidByKeys.get(row.keys)?.some(isNegated) === true)
    );
  };
  return new Set(voids.filter(isBack));
}

const keys = (one: { readonly keys: string }) => one.keys;

/** The doubts that rows which are not paid raise about recorded payments. */
function notedDoubts(
  noted: readonly Fact[],
  paid: readonly Fact[],
  payments: readonly RecordedPayment[],
): readonly RecordedPayment[] {
  if (noted.length === 0) return none;
  const [notedByKeys, paidByKeys] = [groupBy(noted, keys), groupBy(paid, keys)];
  return payments.filter((payment) => {
    const isOfLine = (row: Fact) => isSameLine(row, payment);
    return (
      payment.importId !== null &&
      notedByKeys.get(payment.keys)?.some(isOfLine) === true &&
      !paidByKeys.get(payment.keys)?.some(isOfLine)
    );
  });
}

/** Why a new payment may be one that these files no longer have. Each may be only one row's. */
function doubtFinder(dropped: readonly RecordedPayment[]) {
  const byMoney = groupBy(dropped, moneyOf);
  const used = new Set<RecordedPayment>();
  return {
    use: (payment: RecordedPayment) => used.add(payment),
    find(fact: Fact): Doubt | undefined {
      for (const before of (byMoney.get(moneyOf(fact)) ?? []).toReversed()) {
        const reason = used.has(before) ? undefined : samePayment(fact, before);
        if (reason === undefined) continue;
        used.add(before);
        return { reason, before };
      }
      return undefined;
    },
  };
}

/** The payments that rows make, and what is then recorded. Depends on nothing but its input. */
export function recordRun(ledger: Ledger, run: Run) {
  const { group, importId } = run;
  const isRead = (fact: Fact) => ledger.readings.has(placeOf(fact));
  const isRepeated = (fact: Fact) => ledger.readings.get(placeOf(fact))?.counts === true;
  const book = new Book(ledger.payments);
  const allPaid = run.facts.filter(({ state }) => state === 'paid');
  const paid = allPaid.filter((fact) => !isRepeated(fact));
  const { duplicates, contradicted } = findRepetition(allPaid, isRepeated);
  const inFiles = new Set(paid.flatMap((fact) => book.of(fact, group)));
  const dropped = ledger.payments.filter((payment) => !inFiles.has(payment));
  const isNew = (fact: Fact) =>
    isRecordable(fact) &&
    !duplicates.has(fact) &&
    !contradicted.has(fact) &&
    book.of(fact, group).length === 0;
  const edited = editedPayments(
    paid.filter((fact) => fact.reference === null && isNew(fact)),
    dropped.filter(({ reference, importId: by }) => by !== null && reference === null),
  );
  const back = takenBack(run, allPaid, dropped, book);
  const outdated = new Set(
    [...ledger.replaced.keys()].map((one) => `${nameOfPayment(one)} ${one.amount}`),
  );
  const doubtOf = doubtFinder(dropped);
  for (const payment of edited.values()) doubtOf.use(payment);
  const doubts = new Map<RecordedPayment, Doubt>();

  const decide = (fact: Fact): Decided => {
    if (fact.state !== 'paid')
      return back.has(fact) ? { ...undecided, isTakenBack: true } : undecided;
    const repeats = duplicates.get(fact);
    if (repeats !== undefined) {
      const reach = fact.pays === 'orders' && repeats.pays === 'orders';
      const isElsewhere = reach && nameApart(fact, repeats);
      const contradiction = contradicted.get(fact) ?? contradicted.get(repeats);
      return { ...undecided, repeats, contradiction, isElsewhere };
    }
    const before = book.of(fact, group);
    const others = before.filter(({ allocations }) => allocations.length > 0);
    const isElsewhere =
      fact.pays === 'orders' && others.length > 0 && others.every((one) => areApart(fact, one));
    const known = { ...undecided, before, isElsewhere, isKnown: true };
    if (isRepeated(fact)) return known;
    const contradiction = contradicted.get(fact);
    if (contradiction !== undefined) return { ...undecided, contradiction };
    if (before.length > 0 && sumOf(before) === fact.amount) return known;
    if (!isRecordable(fact)) return undecided;
    // Nothing says which of the payments typed under one reference the row replaces.
    if (before.length > 1 || before[0]?.identity === null) return { ...undecided, before };
    const { amount, allocations, keys, item, format, paidOn, reference } = fact;
    const payment = {
      ...{ identity: book.identityOf(fact, group), amount, allocations, keys, item, format },
      ...{ paidOn, reference, group, importId },
    };
    const pair = edited.get(fact);
    const isTracker = fact.format === 'bfmr' && fact.pays === 'orders';
    const replaces = pair !== undefined && isTracker ? [pair] : before;
    const isReverting =
      replaces.length > 0 && outdated.has(`${nameOfPayment(payment)} ${fact.amount}`);
    const doubt: Doubt | undefined =
      pair !== undefined && !isTracker ? { reason: 'edited', before: pair } : doubtOf.find(fact);
    if (doubt !== undefined) doubts.set(payment, doubt);
    return { ...undecided, before: replaces, payment, isElsewhere, isReverting };
  };
  const foundOf = (fact: Fact, { payment, repeats, before }: Decided): number => {
    if (fact.state !== 'paid' || repeats !== undefined) return 0;
    const reading = ledger.readings.get(placeOf(fact));
    if (reading?.found != null) return reading.found;
    if (payment !== undefined && before.length > 0) return fact.amount - sumOf(before);
    return ledger.had.has(namePaid(fact)) ? 0 : fact.amount;
  };
  const decisions = run.facts.map((fact): Decision => {
    const decided = decide(fact);
    return { fact, found: foundOf(fact, decided), ...decided };
  });

  const replaced = new Map(ledger.replaced);
  const added: RecordedPayment[] = [];
  for (const { payment, before } of decisions) {
    if (payment === undefined) continue;
    added.push(payment);
    for (const one of before) replaced.set(one, payment);
  }
  const kept = ledger.payments.filter((one) => !replaced.has(one));
  // What is paid again in a later file is in no doubt because of one where it was not.
  const isSettled = (one: RecordedPayment, { reason }: Doubt) =>
    reason === 'noted' && inFiles.has(one);
  for (const [one, doubt] of ledger.doubts) if (!isSettled(one, doubt)) doubts.set(one, doubt);
  const noted = run.facts.filter((fact) => fact.state !== 'paid' && !isRead(fact));
  for (const one of notedDoubts(noted, allPaid, kept)) {
    if (!doubts.has(one)) doubts.set(one, { reason: 'noted', before: null });
  }
  const had = new Set(ledger.had);
  for (const fact of allPaid) had.add(namePaid(fact));
  const after: Ledger = {
    ...{ payments: [...kept, ...added], replaced, doubts },
    files: new Set([...ledger.files, ...run.files]),
    readings: readingsAfter(ledger, decisions),
    had,
  };
  return { decisions, ledger: after };
}

function readingsAfter(
  { readings }: Ledger,
  decisions: readonly Decision[],
): ReadonlyMap<string, Reading> {
  const after = new Map(readings);
  const payments = new Set<Fact>();
  for (const { fact, payment, isKnown } of decisions) if (payment || isKnown) payments.add(fact);
  for (const { fact, repeats, contradiction, found } of decisions) {
    const place = placeOf(fact);
    const before = after.get(place);
    const counts = contradiction === undefined && payments.has(repeats ?? fact);
    after.set(place, {
      counts: before?.counts === true || counts,
      found: before?.found ?? (fact.state === 'paid' ? found : null),
    });
  }
  return after;
}

/** Whether recording a run is an import: it has a file that none has read, or a new payment. */
export function isImport(
  ledger: Ledger,
  { files }: Pick<Run, 'files'>,
  decisions: readonly Decision[],
): boolean {
  return (
    files.some((file) => !ledger.files.has(file)) ||
    decisions.some(({ payment }) => payment !== undefined)
  );
}

export interface TypedPayment {
  readonly id?: number;
  readonly orderId: string;
  readonly group: string | null;
  readonly amount: number;
  readonly paidOn: string | null;
  readonly reference: string | null;
}

/**
 * Adds a payment typed by hand. With the group's reference it is the payment that a row with this
 * reference names. A check that pays several orders is typed once for each; a third one for the same
 * order has no identity: a row finds it by its reference.
 */
export function addTyped(ledger: Ledger, typed: TypedPayment): Ledger {
  const { orderId, amount, group, reference, ...rest } = typed;
  const named = group === null || reference === null ? null : referenceIdentity(group, reference);
  const candidates = named === null ? [] : [named, furtherIdentity(named, orderId)];
  const taken = new Set(ledger.payments.map(({ identity }) => identity));
  const payment: RecordedPayment = {
    ...rest,
    ...{ identity: candidates.find((one) => !taken.has(one)) ?? null, amount, group, reference },
    ...{ allocations: [{ orderId, cents: amount }], keys: '', item: null, format: null },
    importId: null,
  };
  return { ...ledger, payments: [...ledger.payments, payment] };
}

/** The doubts about payments that still count, each with the other payment if there is one. */
export function openDoubts({ payments, doubts }: Ledger): ReadonlyMap<RecordedPayment, Doubt> {
  const counts = new Set(payments);
  return new Map(
    [...doubts].filter(
      ([payment, { before }]) => counts.has(payment) && (before === null || counts.has(before)),
    ),
  );
}
