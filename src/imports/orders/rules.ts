import { cardIn, statusMeant } from '../../contract/named';
import { usageFailure } from '../../failure';
import { foldSpaces, headerName, plainName } from '../../lib/fold';
import { groupBy, onceEach } from '../../lib/once';
import { counted, quotedWord } from '../../lib/words';
import { readAmount } from '../../tabular/amount';
import { isNone, isYes, plainWords, readRate, saysNo } from '../../tabular/cells';
import { readCount } from '../../tabular/column';
import { dateOrders, readDate } from '../../tabular/date';
import { namedBy, quoted } from '../../tabular/header';
import { countIn, moneyIn } from '../../tabular/header-words';
import type { Reading, TableSource } from '../../tabular/record';
import { cellPlace, readRows, type TableCell } from '../../tabular/rows';
import { isWhole, saysCancelled } from './cancelled';
import type { Layout } from './layouts';
import { type Sheet, type SheetRow, sheetColumns } from './sheet';
import {
  type Condition,
  conditions,
  decisions,
  isNotMine,
  notMine,
  type PlanOptions,
  type Rule,
  type RuleDecision,
  type SkipReason,
} from './types';
import { isShifted, orderNumbersOf } from './values';

type Known = Pick<PlanOptions, 'kind' | 'cards'>;

/**
 * Reads a file of rules. Throws a usage failure for a column, a card, a status or an earn rate that
 * is not known: a rule that is misread would decide about every order.
 */
export async function readRules(
  source: TableSource,
  { kind, reading, cards }: Known & { readonly reading: Reading },
): Promise<readonly Rule[]> {
  const known: readonly string[] = [...conditions, ...decisions];
  const columns = sheetColumns(kind.noun).flatMap((one) =>
    known.includes(one.field) ? [{ ...one, required: false }] : [],
  );
  const rules: Rule[] = [];
  // The first line of a file without a header has addresses, which no message repeats.
  const refuse = (header: readonly string[]) => {
    if (header.some((one) => namedBy([one], columns).length > 0)) return;
    throw usageFailure(`${source.name} has no header with the columns of rules`, {
      hint: `The first line must contain the column names. Known columns: ${known.join(', ')}. Nothing was sent.`,
    });
  };
  for (const row of await readRows(source, { columns, reading, refuse })) {
    // A dash or `none` as a group says that the order is not mine.
    const isSaid = ({ field, text }: TableCell) =>
      !isNone(text) || (field === 'group' && isNotMine(text));
    const said = row.cellsOf().filter(isSaid);
    const cells = new Map(said.map((cell) => [cell.field, cell]));
    const decides: Partial<Record<RuleDecision, string>> = {};
    for (const field of decisions) {
      const cell = cells.get(field);
      if (cell === undefined) continue;
      const problem = await whyUnknown(field, cell.text, { kind, cards });
      const place = cellPlace(source.name, row, cell.header);
      if (problem !== undefined)
        throw usageFailure(`${place}: ${problem}`, { hint: 'Nothing was sent.' });
      decides[field] = field === 'group' && isNotMine(cell.text) ? notMine : cell.text;
    }
    const when = conditions.flatMap((field) => {
      const wanted = foldSpaces(cells.get(field)?.text ?? '');
      return wanted === '' ? [] : [[field, wanted] as const];
    });
    rules.push({ line: row.line, when, decides });
  }
  return rules;
}

async function whyUnknown(
  field: RuleDecision,
  text: string,
  { kind, cards }: Known,
): Promise<string | undefined> {
  if (field === 'card') {
    const choice = cardIn(text, await cards());
    return 'problem' in choice ? choice.problem : undefined;
  }
  if (field === 'status' && statusMeant(text, kind.statuses) === undefined)
    return `"${text}" is not a status; use one of ${kind.statuses.join(', ')}`;
  const isNoRate = field === 'earnRate' && typeof readRate(text) !== 'number';
  return isNoRate ? `"${text}" is not an earn rate` : undefined;
}

const wordCharacter = /[\p{L}\p{N}]/u;

/** True if a text has another in whole words: `ste 5` is not in `ste 55`. */
function hasWords(text: string, wanted: string): boolean {
  const cuts = (one = '', other = '') => wordCharacter.test(one) && wordCharacter.test(other);
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (!cuts(text[at - 1], wanted[0]) && !cuts(wanted.at(-1), text[end])) return true;
  }
  return false;
}

/** Counts the rows that each rule decided. Names rules by their lines: their texts may be addresses. */
function ruleNotices(rules: readonly Rule[], counts: ReadonlyMap<Rule, number>): readonly string[] {
  const named = ({ line, decides: { group } }: Rule) =>
    `line ${line}${group === undefined ? '' : ` (${group === notMine ? 'not mine' : group})`}`;
  const fitting = rules.flatMap((rule) => {
    const count = counts.get(rule);
    return count === undefined ? [] : `${named(rule)} ${counted(count, 'rows')}`;
  });
  const idle = rules.filter((rule) => !counts.has(rule)).map(named);
  return [
    ...(fitting.length === 0 ? [] : [`Rules decided: ${fitting.join(', ')}.`]),
    ...(idle.length === 0 ? [] : [`Rules that fit no row: ${idle.join(', ')}.`]),
  ];
}

/** A row that is read, with what a rule or its own cells say about its order. */
export interface DecidedRow {
  readonly row: SheetRow;
  readonly said: Readonly<Partial<Record<RuleDecision, Said>>>;
}

interface Said {
  readonly text: string;
  readonly byRule: boolean;
}

/** A header of a state that is not the order's own: `Delivery Status`, `Versandstatus`, `Estado del envío`. */
const stateHeader = /(?:status|(?<![a-z])(?:state|estado|statut))(?![a-z])/i;
const cancelledHeader =
  /cancell?ed|(?<![a-z])(?:cxld?|cancelad[oa]|anulad[oa]|storniert|annul[ée]e?)(?!\p{L})/iu;
/** Headers that only suggest what became of a row: `Cancel?`, `Cancelation date`, `Void`, `Returned on`. */
const doubtfulHeader =
  /(?<![a-z])(?:cancel(?! (?:by|before|until))|cancell?ation(?! (?:policy|deadline|window))|void(?:ed)?|returned|refunded|(?:return|refund)s? ?\?)(?![a-z])/i;
/** `Return complete`, `1 canceled`, `VOID`: the row may be none of an order any more. */
const doubtful = /cancel|cxl|\bvoid|unavailable|return(?!able)|refund|storn|anulad|annul/i;
/** A return's numbers are not sent. */
const ofReturn = /return|refund|\brma\b|retour|devol|r(?:ue|ü)cksend/i;

/** `Cancelled Qty`, or `Cancelled` with a 2 below it: how many units of a row are cancelled. */
export function countsCancelled({ rows }: Pick<Sheet, 'rows'>, header: string, index: number) {
  if (!cancelledHeader.test(header) || moneyIn(header) !== undefined) return false;
  const counts = rows.map(({ table }) => readCount(table.at(index)?.text) ?? 0);
  return countIn(header) !== undefined || counts.some((count) => count > 1 && count <= 1000);
}

/** The columns that say of a row what became of it: its status, then others. */
function stateColumns(sheet: Sheet) {
  const { header, columns, layout } = sheet;
  const states = header.flatMap((one, index) => {
    const words = plainWords(one);
    const isOwn = one.trim() === columns.get('status');
    const isOfCancelled = cancelledHeader.test(words);
    const isDoubtfulHeader =
      isOfCancelled || (doubtfulHeader.test(words) && moneyIn(one) === undefined);
    if (!(isOwn || isDoubtfulHeader || stateHeader.test(words))) return [];
    const areCounts = countsCancelled(sheet, one, index);
    const isSaid = (text: string) =>
      isYes(text) || dateOrders.some((order) => readDate(text, order));
    const isCancelled = (text: string, row: SheetRow) => {
      const name = headerName(text);
      if (isOwn && layout?.alsoCancelled?.includes(name)) return true;
      const units = readCount(row.text('quantity')) ?? 1;
      if (saysCancelled(text, isOwn)) return isWhole(text, units);
      const areAll = (readCount(text) ?? 0) >= Math.max(1, units);
      return isOfCancelled && (areCounts ? areAll : isSaid(text));
    };
    /** `Return complete`; below `Cancelled By` a name, below `Cancelled Qty` 1 of 2. */
    const isDoubtful = (text: string) =>
      (saysCancelled(text, isOwn) || !saysNo(text)) &&
      (doubtful.test(text) || (isDoubtfulHeader && readAmount(text) !== 0));
    return [{ header: one.trim(), index, isOwn, isCancelled, isDoubtful }];
  });
  return states.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn));
}

/** Warns of numbers in a column whose name says too little of trackings: `Inbound tracking`, but no return's. */
function trackingWarnings({ unread, rows }: Sheet): readonly string[] {
  const isFilled = (index: number) =>
    rows.some(({ table }) => /\d{6}/.test(table.at(index)?.text ?? ''));
  const isOne = (header: string) => /track|trk/i.test(header) && !ofReturn.test(header);
  const some = unread.filter(({ header, index }) => isOne(header) && isFilled(index));
  const said = 'A column may have tracking numbers, which are read only with --map';
  return some.map(({ header }) => `${said} ${quotedWord(`trackingNumber=${header}`)}.`);
}

/** The text in the row's own cell, if it says anything. */
function ownText(row: SheetRow, field: RuleDecision, layout?: Layout): string | undefined {
  if (field === 'group' && isNotMine(row.cell('group')?.text ?? '')) return notMine;
  const text = row.text(field);
  const isNoGroup = field === 'group' && layout?.noGroup?.includes(plainName(text));
  return isNoGroup || (field === 'status' && layout) ? undefined : text || undefined;
}

/**
 * The texts that rules look at. A row without one has that of its order's other rows, if they agree:
 * an order's own fields may be on any of its rows.
 */
function conditionTexts(rows: readonly SheetRow[], { defaults }: PlanOptions, sheet: Sheet) {
  const usual = { shipTo: '', account: defaults.account ?? '', retailer: sheet.retailer ?? '' };
  /** The one text in the rows of each order, by field and number; empty if they say several. */
  const said = new Map<string, string>();
  const numbers = orderNumbersOf(rows.map((row) => ({ row })));
  for (const row of rows) {
    if (row.orderNumber === '') continue;
    for (const field of conditions) {
      const text = foldSpaces(row.text(field));
      const key = `${field} ${numbers.of(row)}`;
      if (text !== '') said.set(key, [text, undefined].includes(said.get(key)) ? text : '');
    }
  }
  return (row: SheetRow) =>
    onceEach(
      (field: Condition) =>
        foldSpaces(row.text(field)) ||
        said.get(`${field} ${numbers.of(row)}`) ||
        foldSpaces(usual[field]),
    );
}

/** A header of the address that an order is sent to, or of a part of it. */
const addressHeader =
  /^(?!bill|email|e-mail).*(?:address|street|calle|strasse|adresse|destination|deliverto)/i;

/** Refuses rules about addresses beside an address that is not read: every order would be somebody else's. */
function refuseUnreadAddress(
  { name, columns, unread, isRejects, layout }: Sheet,
  rules: readonly Rule[],
): void {
  const isNeeded = rules.some(({ when }) => when.some(([field]) => field === 'shipTo'));
  const found = unread.find(({ header }) => addressHeader.test(plainName(header)));
  if (!isNeeded || columns.has('shipTo') || isRejects || layout || found === undefined) return;
  const { header } = found;
  const hint = `Use --map ${quotedWord(`shipTo=${header}`)}, or --ignore ${quotedWord(header)}. Nothing was sent.`;
  const what = `the rules name addresses, but column "${header}" is not read`;
  throw usageFailure(`${name}: ${what}`, { hint });
}

/** Leaves out the rows that make no orders, and decides whose the others are. */
export function sift(sheet: Sheet, options: PlanOptions) {
  const { layout, isRejects } = sheet;
  refuseUnreadAddress(sheet, options.rules ?? []);
  const skipped: Record<SkipReason, number> = { not_mine: 0, cancelled: 0, no_quantity: 0 };
  const states = stateColumns(sheet);
  /** Headers, once for each row. */
  const [byColumn, inDoubt]: [string[], string[]] = [[], []];
  const isCancelledRow = (row: SheetRow) => {
    const textIn = (index: number) => row.table.at(index)?.text ?? '';
    const by = states.find(({ index, isCancelled }) => isCancelled(textIn(index), row));
    for (const { header, index, isDoubtful } of by ? [] : states)
      if (isDoubtful(textIn(index))) inDoubt.push(header);
    if (by?.isOwn === false) byColumn.push(by.header);
    return by !== undefined;
  };
  const present = sheet.rows.filter((row) => {
    if (isShifted(row)) return true;
    const hasNone = readCount(row.text('quantity')) === 0;
    const reason = isCancelledRow(row) ? 'cancelled' : hasNone ? 'no_quantity' : undefined;
    if (reason !== undefined) skipped[reason]++;
    return reason === undefined;
  });
  const { rules = [] } = options;
  const textsOf = conditionTexts(rules.length === 0 ? [] : present, options, sheet);
  const counts = new Map<Rule, number>();
  const rows = present.flatMap((row): readonly DecidedRow[] => {
    const textOf = textsOf(row);
    const fits = ([field, wanted]: Rule['when'][number]) => hasWords(textOf(field), wanted);
    const found = rules.find(({ when }) => when.every(fits));
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
    const rule: Rule['decides'] = found?.decides ?? {};
    const said: Partial<Record<RuleDecision, Said>> = {};
    for (const field of decisions) {
      const own = ownText(row, field, layout);
      const ruled = rule[field];
      const byRule = ruled !== undefined && !(isRejects && own !== undefined);
      const text = byRule ? ruled : own;
      if (text !== undefined) said[field] = { text, byRule };
    }
    if (!isNotMine(said.group?.text ?? options.defaults.group ?? '')) return [{ row, said }];
    skipped.not_mine++;
    return [];
  });
  const listed = (headers: readonly string[]) =>
    [...groupBy(headers, (header) => header)]
      .map(([header, { length }]) => `${quoted([header])} (${counted(length, 'rows')})`)
      .join(', ');
  const doubts = `Read although something may be cancelled, returned or refunded: column ${listed(inDoubt)}.`;
  return {
    rows,
    skipped,
    notices: [
      ...(byColumn.length === 0 ? [] : [`Skipped as cancelled by column ${listed(byColumn)}.`]),
      ...ruleNotices(rules, counts),
    ],
    warnings: [
      ...(inDoubt.length === 0 ? [] : [doubts]),
      ...(options.kind.noun === 'orders' ? trackingWarnings(sheet) : []),
    ],
  };
}
