import { groupBy } from '../../lib/once';
import { Book, type BookedPayment, contradicts, counts, paymentOfRow, sourceOf } from './book';
import { type RaisedDoubt, raisedDoubts } from './doubts';
import {
  type Contradiction,
  type Coverage,
  type Drop,
  daysOf,
  differingExports,
  findRepetition,
  isRecordable,
  type JudgedFile,
  judgeFile,
  nameOfFact,
} from './evidence';
import {
  type Acceptance,
  type Fact,
  type ImportEntry,
  type PastPayment,
  paymentKey,
  type RecordedPayment,
  type RemovalEntry,
  sortEntries,
} from './ledger';
import { type OrderIndex, Shelf } from './match';

/** A row that an import has read: whether it is a payment, or added one, its cents, and what of them was new. */
interface Reading {
  readonly isPayment: boolean;
  readonly isAdded: boolean;
  readonly amount: number;
  readonly found: number | null;
}

/** A file that was read: in which import, counted and by its number, and its paid rows by line. */
interface ReadFile {
  readonly place: number;
  readonly importId: number;
  /** See `Coverage`, when it was new. */
  readonly isGrown: boolean;
  readonly rows: Map<number, Reading>;
}

/** The state after the entries so far. */
export class RecordState {
  readonly book = new Book();
  readonly past: PastPayment[] = [];
  readonly outdated = new Set<string>();
  /** The last entries about payments that were removed or brought back. */
  readonly removals = new Map<string, RemovalEntry>();
  /** The days that payments without one were given. */
  readonly dates = new Map<string, string>();
  readonly readings = new Map<string, ReadFile>();
  /** The amounts of the paid rows that were read, by each of their groups and the name. */
  readonly had = new Shelf<number>();
  readonly doubts: RaisedDoubt[] = [];
  /** By order, or by the payment of no order. */
  readonly acceptances = new Map<string, Acceptance>();
  /** The number of payments that each import has added. */
  readonly addedBy = new Map<number, number>();
  filesRead = 0;
  usesOrders = false;
  /** The orders of the account. A ledger without additions never asks for them. */
  readonly index = () => {
    this.usesOrders = true;
    return this.orders();
  };

  constructor(
    private readonly orders: () => OrderIndex,
    /** The numbers of payments, by `paymentKey`. */
    readonly ids: ReadonlyMap<string, number>,
  ) {}
}

/** The fate of a row when its run was recorded. */
export interface RowDecision {
  readonly fact: Fact;
  /** The cents of it that no other file had before; null if it is not paid. */
  readonly found: number | null;
  readonly payment?: BookedPayment | undefined;
  /** The payment recorded before: the one that `payment` replaces, or that it repeats, contradicts or denies. */
  readonly before?: BookedPayment | undefined;
  /** True if it is recorded as it is, or was when its file was read before. */
  readonly isKnown?: boolean;
  /** The row of these files that it repeats. */
  readonly repeats?: Fact | undefined;
  /** Another row of these files, or what is recorded, says something else. */
  readonly contradiction?: Contradiction | undefined;
  /** True if it brings back an amount that a later file has replaced. */
  readonly isReverting?: boolean;
  /** The payment that it was when its file was recorded, where that read another state or amount. */
  readonly was?: Pick<RecordedPayment, 'amount' | 'importId'> | undefined;
}

/** A row's name in its order's group, which may have changed since, and in its file's. */
const namesIn = (fact: Fact) => fact.groups.map((group) => `${group}\n${nameOfFact(fact)}`);

/** Adds a payment; one that was removed or dated before stays so. */
export function addTo(state: RecordState, payment: BookedPayment): void {
  payment.paidOn ??= state.dates.get(payment.identity) ?? null;
  payment.id = state.ids.get(paymentKey(payment)) ?? null;
  settleRemoval(state, payment);
  state.book.add(payment);
}

/** Of what was said of a payment, and later than it of a row that it is, the last counts. */
export function settleRemoval({ removals }: RecordState, payment: BookedPayment): void {
  const own = removals.get(payment.identity) ?? [];
  const ofRows = payment.aliases
    .flatMap((alias) => removals.get(alias) ?? [])
    .filter(({ moment }) => moment > payment.moment);
  const last = sortEntries([own, ofRows].flat()).at(-1);
  payment.removedAt = last?.isRemoved ? last.moment : null;
}

type PaidRows = ReturnType<typeof sortRows>;

/** The paid rows of a run, with what is recorded of them and how they differ. */
function sortRows({ book, readings }: RecordState, { facts }: ImportEntry) {
  const paid = facts.filter(({ state }) => state === 'paid');
  const readingOf = ({ file, line }: Fact) => readings.get(file)?.rows.get(line);
  /** True if a row is one of a file that was read before, and a payment. */
  const isSettled = (fact: Fact) => readingOf(fact)?.isPayment === true;
  // The payments that rows are, and in `named` also those that they only have the name of.
  const named = new Map<Fact, BookedPayment>();
  for (const fact of paid) {
    const payment = book.recorded(fact);
    if (payment !== undefined) named.set(fact, payment);
  }
  const recorded = new Map([...named].filter(([fact, payment]) => !contradicts(fact, payment)));
  const { duplicates, contradicted } = findRepetition(paid, {
    isSettled,
    isAdded: (fact) => readingOf(fact)?.isAdded === true,
    isCurrent: (fact) => recorded.get(fact)?.amount === fact.amount,
    isRead: ({ file }) => readings.has(file),
    placeOf: (file) => readings.get(file)?.place ?? 0,
  });
  // Payments whose reference a row has for other orders.
  const disputed = new Set<BookedPayment>();
  for (const [fact, payment] of named) {
    if (recorded.has(fact) || isSettled(fact)) continue;
    contradicted.set(fact, 'keys');
    disputed.add(payment);
  }
  return { paid, isSettled, recorded, named, duplicates, contradicted, disputed };
}

/** The files of a run, each with its paid rows. */
function filesOf({ readings }: RecordState, run: ImportEntry, rows: PaidRows) {
  const byFile = groupBy(run.facts, ({ file }) => file);
  const files = run.files.map((content) => {
    const facts = byFile.get(content) ?? [];
    const paid = facts.filter(({ state }) => state === 'paid');
    const names = new Set(paid.map(nameOfFact));
    const openNames = new Set(paid.filter((fact) => !rows.isSettled(fact)).map(nameOfFact));
    const own = { content, facts, paid, names, openNames };
    return { format: facts[0]?.format ?? '', isRead: readings.has(content), ...own };
  });
  return files.map((file) => {
    const others = files.filter((one) => one !== file);
    const isKnown = (fact: Fact) =>
      rows.recorded.has(fact) ||
      rows.isSettled(fact) ||
      others.some(({ openNames }) => openNames.has(nameOfFact(fact)));
    const isNew = (fact: Fact) =>
      !isKnown(fact) && isRecordable(fact) && !rows.contradicted.has(fact);
    const hasGrown = file.paid.some(isKnown) && file.paid.some(isNew);
    const isGrown = readings.get(file.content)?.isGrown ?? hasGrown;
    const coverage: Coverage = { ...daysOf(file.paid), isGrown };
    return { ...file, coverage };
  });
}

type NewPayments = ReturnType<typeof newPayments>;

/** The new payments by the names of their rows, and those that replace one of their reference. */
function newPayments({ book }: RecordState, run: ImportEntry, rows: PaidRows) {
  const { id: importId, moment, group } = run;
  const made = { group, importId, moment, lastDay: daysOf(rows.paid).last };
  const fresh = new Map<string, BookedPayment>();
  const amended = new Map<BookedPayment, BookedPayment>();
  for (const fact of rows.paid) {
    const isOpen =
      !rows.isSettled(fact) && !rows.duplicates.has(fact) && !rows.contradicted.has(fact);
    if (!isOpen || !isRecordable(fact)) continue;
    const before = rows.recorded.get(fact);
    if (before === undefined) {
      const sources = [sourceOf(fact.format, group)];
      const identity = book.identityFor(fact);
      const payment = paymentOfRow(fact, identity, { ...made, sources, aliases: [] });
      fresh.set(nameOfFact(fact), payment);
    }
    if (before !== undefined && before.amount !== fact.amount && counts(before)) {
      const { identity, sources, aliases } = before;
      amended.set(before, paymentOfRow(fact, identity, { ...made, sources, aliases }));
    }
  }
  return { fresh, amended };
}

/** The payments that a row of BFMR's tracker replaces, where all files agree and none has its reference. */
function replacedLines(
  drops: readonly Drop[],
  files: readonly JudgedFile[],
  disputed: ReadonlySet<BookedPayment>,
): ReadonlyMap<BookedPayment, BookedPayment> {
  const pairs = [...groupBy(drops, ({ payment }) => payment)].flatMap(([payment, own]) => {
    const [by, ...others] = new Set(own.map(({ fresh }) => fresh[0]));
    const isAgreed = own.every(({ isAmended }) => isAmended) && others.length === 0;
    const isKept =
      disputed.has(payment) || files.some((one) => !one.isRead && one.payments.has(payment));
    return isAgreed && !isKept && by !== undefined ? [[payment, by] as const] : [];
  });
  const times = groupBy(pairs, ([, by]) => by);
  return new Map(pairs.filter(([, by]) => times.get(by)?.length === 1));
}

/** Says what became of each row; the payments in `reverting` bring back an amount. */
function decide(
  { readings, had, book }: RecordState,
  { facts }: ImportEntry,
  rows: PaidRows,
  made: NewPayments,
  { replaced, reverting }: Pick<Parameters<typeof raisedDoubts>[1], 'replaced' | 'reverting'>,
): readonly RowDecision[] {
  const replacedBy = new Map([...replaced].map(([payment, by]) => [by, payment]));
  const decidePaid = (fact: Fact): Omit<RowDecision, 'fact' | 'found'> => {
    const before = rows.named.get(fact);
    const repeats = rows.duplicates.get(fact);
    if (repeats !== undefined) {
      const contradiction = rows.contradicted.get(fact) ?? rows.contradicted.get(repeats);
      return { repeats, contradiction };
    }
    if (rows.isSettled(fact)) return { before, isKnown: true };
    const contradiction = rows.contradicted.get(fact);
    if (contradiction !== undefined) return { before, contradiction };
    const isAmended = before !== undefined && before.amount !== fact.amount && counts(before);
    if (before !== undefined && !isAmended) return { before, isKnown: true };
    if (!isRecordable(fact)) return { before };
    const payment = isAmended ? made.amended.get(before) : made.fresh.get(nameOfFact(fact));
    if (payment === undefined || !counts(payment)) return { before: payment, isKnown: true };
    return { payment, before: replacedBy.get(payment), isReverting: reverting.has(payment) };
  };
  return facts.map((fact): RowDecision => {
    const file = readings.get(fact.file);
    const earlier = file?.rows.get(fact.line);
    const isSame = fact.state === 'paid' && fact.amount === earlier?.amount;
    const was =
      file && earlier?.isPayment && !isSame
        ? { amount: earlier.amount, importId: file.importId }
        : undefined;
    if (fact.state !== 'paid') {
      // A void row raises a doubt.
      const before = fact.reference && fact.state !== 'void' ? book.recorded(fact) : undefined;
      const isDenied = before !== undefined && counts(before) && !contradicts(fact, before);
      return { fact, found: null, was, before: isDenied ? before : undefined };
    }
    const decided = decidePaid(fact);
    const { payment, before, repeats } = decided;
    const added = () => {
      if (payment !== undefined && before !== undefined) return fact.amount - before.amount;
      const isHad = namesIn(fact).some((name) => had.on(name).includes(fact.amount));
      return isHad ? 0 : fact.amount;
    };
    const known = was === undefined ? earlier?.found : undefined;
    const found = repeats === undefined ? (known ?? added()) : 0;
    return { ...decided, fact, found, was };
  });
}

/** Remembers what the rows were, for the day when their files are given again. */
function remember(
  { readings, had, addedBy }: RecordState,
  importId: number,
  files: ReturnType<typeof filesOf>,
  decisions: readonly RowDecision[],
): void {
  const place = addedBy.size;
  for (const { content, isRead, coverage } of files) {
    const { isGrown } = coverage;
    if (!isRead) readings.set(content, { place, importId, isGrown, rows: new Map() });
  }
  const payments = new Set<Fact>();
  for (const { fact, payment, isKnown } of decisions) if (payment || isKnown) payments.add(fact);
  for (const { fact, payment, repeats, contradiction, found } of decisions) {
    if (fact.state !== 'paid') continue;
    const ofFile = readings.get(fact.file)?.rows;
    const earlier = ofFile?.get(fact.line);
    // A repetition in a file that was read before says nothing new of it.
    const counted = repeats !== undefined && earlier === undefined ? repeats : fact;
    const isPayment = contradiction === undefined && payments.has(counted);
    ofFile?.set(fact.line, {
      isPayment: earlier?.isPayment === true || isPayment,
      isAdded: earlier?.isAdded === true || payment !== undefined,
      amount: earlier?.amount ?? fact.amount,
      found: earlier?.found ?? found,
    });
    for (const name of namesIn(fact)) had.put(name, fact.amount);
  }
}

/**
 * Records the rows of a run: adds its payments and doubts to the state, and says what became of each
 * row. Each file is judged by itself. It is no import if its files were read before and have nothing new.
 */
export function recordRun(state: RecordState, run: ImportEntry) {
  const rows = sortRows(state, run);
  const { recorded, contradicted } = rows;
  for (const [fact, payment] of recorded) {
    state.book.nameAlso(payment, fact);
    settleRemoval(state, payment);
  }
  const runFiles = filesOf(state, run, rows);
  const isComparable = (fact: Fact) => isRecordable(fact) && !contradicted.has(fact);
  const differing = differingExports(
    runFiles.map((file) => ({ ...file, paid: file.paid.filter(isComparable) })),
    rows.isSettled,
  );
  for (const fact of rows.paid) {
    if (!rows.isSettled(fact) && differing.has(nameOfFact(fact))) contradicted.set(fact, 'export');
  }
  const made = newPayments(state, run, rows);
  const { fresh, amended } = made;
  // A row that contradicts its own reference is no payment.
  const isClear = (fact: Fact) => ['export', undefined].includes(contradicted.get(fact));
  const files = runFiles.map((file): JudgedFile => {
    const payments = new Set<BookedPayment>();
    const source = sourceOf(file.format, run.group);
    for (const fact of file.paid.filter(isClear)) {
      const payment = recorded.get(fact) ?? fresh.get(nameOfFact(fact));
      if (payment === undefined) continue;
      payments.add(payment);
      // Of a file that was read before, only a row that waited says anything new.
      const saysNothing = file.isRead && (rows.isSettled(fact) || contradicted.has(fact));
      if (!saysNothing && !payment.sources.includes(source)) payment.sources.push(source);
    }
    return { ...file, source, payments };
  });
  const evidence = files.map((file) => judgeFile(file, files, state.book, [...fresh.values()]));
  const drops = evidence.flatMap((one) => one.drops);
  const replaced = new Map([...amended, ...replacedLines(drops, files, rows.disputed)]);
  const isReverting = (payment: BookedPayment) => state.outdated.has(paymentKey(payment));
  const reverting = new Set([...replaced.values()].filter(isReverting));
  for (const [payment, replacedBy] of replaced) {
    state.book.takeOut(payment);
    state.outdated.add(paymentKey(payment));
    state.past.push({ payment, state: 'replaced', since: run.moment, replacedBy });
  }
  for (const payment of [...fresh.values(), ...amended.values()]) addTo(state, payment);
  for (const { isRead, payments } of files) {
    if (isRead) continue;
    state.filesRead++;
    for (const one of payments) {
      const payment = amended.get(one) ?? one;
      payment.files = [...payment.files, state.filesRead];
    }
  }
  const additions = evidence.flatMap((one) => one.additions);
  const said = { files, drops, additions, replaced, amended, reverting };
  for (const doubt of raisedDoubts(state, said)) {
    state.doubts.push({ ...doubt, importId: run.id, filesRead: state.filesRead });
  }
  const decisions = decide(state, run, rows, made, said);
  remember(state, run.id, runFiles, decisions);
  const added = decisions.filter(({ payment }) => payment !== undefined).length;
  // The same files from two machines are one import.
  state.addedBy.set(run.id, (state.addedBy.get(run.id) ?? 0) + added);
  const unnamed = new Set(evidence.flatMap((one) => one.unnamed));
  const isImport = added > 0 || !runFiles.every(({ isRead }) => isRead);
  return { decisions, added, unnamed: [...unnamed], isImport };
}
