import { cardShown } from '../../contract/named';
import { groupBy } from '../../lib/once';
import { quotedWord } from '../../lib/words';
import { mappedColumn, quoted } from '../../tabular/header';
import { amountWords, countIn, mayBeTotal, moneyIn, priceOf } from '../../tabular/header-words';
import {
  type AskedColumn,
  amountAt,
  isRepeated,
  sumOf,
  type UsedOrders,
  type UsedRow,
} from './amounts';
import type { FlagAnswer, OpenQuestion } from './questions';
import type { Sheet } from './sheet';

type Member = Pick<AskedColumn, 'header' | 'amount'>;

/** The fields whose columns add up, and that of a column that only a person knows. */
const parts: readonly string[] = ['tax', 'shipping', 'discount'];
const doubtful = '<field>';

/** The field that a column's amounts belong to; undefined if they are none of an order's. */
function fieldOf(header: string): string | undefined {
  const kind = moneyIn(header);
  if (kind === 'cost') return 'shipping';
  if (kind === 'foreignTax') return 'tax';
  if (kind === 'saved') return 'discount';
  if (kind === 'unclear') return doubtful;
  if (kind === 'payment') return undefined;
  // The cost of one unit may be the price, but is no total.
  if (kind === 'sum' && priceOf(header) === 'unit') return 'price';
  if (kind === 'sum' || mayBeTotal(header)) return 'total';
  return kind === 'price' ? undefined : kind;
}

const readAs = (field: string, { headersOf }: Sheet) => headersOf.get(field) ?? [];

/** The flags that read a column as this field, beside those that are read as it. */
function mapFlags(field: string, header: string, sheet: Sheet): readonly FlagAnswer[] {
  const read = parts.includes(field) ? readAs(field, sheet) : [];
  return [...read, header].map((one) => ['map', `${field}=${one}`]);
}

/** Words that say which of several amounts one is: `Order Tax`, `Line Discount`, `Total Tax`. */
const wholeWord = /^(?:order|total|grand|all|overall|sum|combined)$/;
const ownerWord = /^(?:item|line|row|product|unit|each|ea|apiece)$/;
const has = ({ header }: Member, form: RegExp) =>
  amountWords(header).some((word) => form.test(word));

/** The words that are left of a name without those of its owner. */
const coreOf = ({ header }: Member) =>
  amountWords(header)
    .map((word) => (/^(?:vat|iva|tva|mwst|ust)$/.test(word) ? 'tax' : word))
    .filter((word) => !wholeWord.test(word) && !ownerWord.test(word));

/** True if one of these names may cover the other: `Tax` and `State Tax`, `Shipping & Handling` and `Shipping`. */
function areAlike(one: Member, other: Member): boolean {
  const [some, others] = [coreOf(one), coreOf(other)];
  const [few, many] = some.length < others.length ? [some, others] : [others, some];
  return few.every((word) => many.includes(word));
}

/** The same for names of one amount: `Tax`, `Order Tax`, `Sales Tax Paid`. */
const plainWord = /^(?:sale|amount|amt|paid|charged|estimated|est|applied|of|the|\$|usd)$/;
const plainCore = (one: Member) => coreOf(one).filter((word) => !plainWord.test(word));

const goodsWord = /^(?:item|product|merchandise)$/;
const sendingWord = /^(?:shipping|ship|delivery|handling|freight|postage)$/;
/** True if an amount is of the goods alone and the other of their shipping: `Item Tax` and `Shipping Tax`. */
const areApart = (one: Member, other: Member) =>
  [one, other].every((each) => has(each, goodsWord) !== has(each, sendingWord)) &&
  has(one, goodsWord) !== has(other, goodsWord);

/** True if a name is of any tax: `Tax`, `Sales Tax`, `VAT`. */
const isTax = (one: Member) => plainCore(one).join() === 'tax';

/**
 * The column that adds up all others: the order's beside the items', `Total Tax`, `Tax` beside its parts.
 * `isSure` if its name says so as well: of several fees, one may be as much as the others by chance.
 */
function sumAmong(all: readonly Member[], orders: UsedOrders) {
  const byName = all.toSorted((one, other) => +has(other, wholeWord) - +has(one, wholeWord));
  const sums = byName.flatMap((one) => {
    const others = all.filter((other) => other !== one);
    const isSure = has(one, wholeWord) || others.every((each) => isTax(one) || areAlike(one, each));
    const partsIn = (row: UsedRow) => others.flatMap(({ amount }) => amount(row) ?? []);
    const sum = (row: UsedRow) => partsIn(row).reduce((sum, part) => sum + part, 0);
    const areSeveral = orders.flat().some((row) => partsIn(row).filter(Boolean).length > 1);
    // Below a blank sum, its parts would be lost.
    const isWhole = orders.every((rows) => rows.some(one.amount) || !rows.some(sum));
    const isSum = others.length > 0 && (isSure || areSeveral) && isWhole;
    return isSum && isRepeated(orders, one.amount, [sum]) ? [{ one, isSure }] : [];
  });
  return sums.find(({ isSure }) => isSure) ?? sums[0];
}

/** True if these columns may have one amount twice, or one of the order beside the rows' own. */
function mayOverlap(all: readonly Member[], orders: UsedOrders): boolean {
  const isCost = ({ header }: Member) => moneyIn(header) === 'cost';
  const isDoubtful = (one: Member, other: Member) =>
    other !== one &&
    isCost(one) === isCost(other) &&
    !areApart(one, other) &&
    ([wholeWord, ownerWord, /^(?:saved|markdown)$/].some((form) => has(one, form)) ||
      areAlike(one, other));
  if (all.some((one) => all.some((other) => isDoubtful(one, other)))) return true;
  return orders.some((rows) => {
    const said = all.filter(({ amount }) => rows.length > 1 && rows.some(amount));
    return new Set(said.map(({ amount }) => new Set(rows.map(amount)).size === 1)).size > 1;
  });
}

/** The flags for the columns of one part, such as the tax: no amount is lost by them, and none is read twice. */
function partFlags(field: string, asked: readonly AskedColumn[], sheet: Sheet, orders: UsedOrders) {
  const read = readAs(field, sheet).map((header): Member => {
    const index = sheet.header.findIndex((one) => one.trim() === header);
    return { header, amount: amountAt(index) };
  });
  const found = sumAmong([...read, ...asked], orders);
  const sum = found?.isSure ? found.one : undefined;
  // A discount of the order is often beside those of its lines, but a tax of the order has theirs in it.
  const areBoth = (one: Member, other: Member) =>
    field === 'discount' && has(one, ownerWord) !== has(other, ownerWord);
  // Of several with one name, `--map` has said which to read.
  const isNamed = (one: Member) =>
    sheet.mapped.has(field) &&
    read.some((other) => plainCore(other).join() === plainCore(one).join() && !areBoth(one, other));
  const isLeft = (one: Member) =>
    isNamed(one) || (sum !== undefined && (one === sum || read.includes(sum)));
  const rest = [...read, ...asked.filter((one) => !isLeft(one))].filter((one) => one !== sum);
  const isDoubtful = found?.isSure === false || mayOverlap(rest, orders);
  return asked.map((one): [AskedColumn, readonly FlagAnswer[]] => {
    if (isLeft(one)) return [one, [['ignore', one.header]]];
    return [one, isDoubtful ? [['map', `${field}=<header>`]] : mapFlags(field, one.header, sheet)];
  });
}

/** Words of a number that is not of the units bought, or of packs; `#` may be of the row. */
const otherCount =
  /^#$|return|refund|back|left|remain|stock|damage|missing|case|pack|box|carton|parcel|per/i;

/** The flags for a number, or for an amount that adds to none. */
function otherFlags(
  one: AskedColumn,
  { columns, unread }: Sheet,
  orders: UsedOrders,
  total: AskedColumn | undefined,
): readonly FlagAnswer[] {
  const { header, isMoney, isOfCancelled } = one;
  const field = isMoney ? fieldOf(header) : isOfCancelled ? undefined : 'quantity';
  if (field === 'price') return [['map', 'price=<header>']];
  const isLeft = columns.has(field as 'total') || (field === 'total' && one !== total);
  // A total is only proof: read as one, it never makes an order cost less.
  if (field === undefined || isLeft) return [['ignore', header]];
  const isOnly = unread.filter((one) => countIn(one.header) !== undefined).length === 1;
  // The count of an order in all is that of its only row.
  const isOfRow = countIn(header) === 'line' || orders.every((rows) => rows.length === 1);
  const isSure = isMoney || (isOnly && isOfRow && !otherCount.test(header));
  return [['map', `${field}=${isSure ? header : '<header>'}`]];
}

function columnQuestion(
  { header, row, cell }: AskedColumn,
  proposed: readonly FlagAnswer[],
  sheet: Sheet,
): OpenQuestion {
  const shown = `${quoted([header])} (line ${row.line}: ${cardShown(cell.amount ?? cell.text)})`;
  const [flag, value = ''] = proposed.at(-1) ?? [];
  const [field = ''] = flag === 'map' ? value.split('=') : [];
  const isOpen = value.endsWith('=<header>');
  const fields = field === doubtful ? [...parts, 'total'] : [field].filter(Boolean);
  return {
    message: `has a column ${shown} that is not read${isOpen ? `; to leave it out: --ignore ${quotedWord(header)}` : ''}`,
    question: `What is column ${shown}?`,
    answers: [
      ...fields.map((one) => ({ label: `Read it as ${one}`, flags: mapFlags(one, header, sheet) })),
      { label: 'Leave it out', flags: [['ignore', header]] },
    ],
    proposed,
  };
}

/** Asks about the columns that speak of money or of a number and are not read. */
export function columnQuestions(asked: readonly AskedColumn[], sheet: Sheet, orders: UsedOrders) {
  // Of two columns with one name, no flag can name either.
  for (const { header } of asked) mappedColumn('', header, sheet.header, sheet.name);
  const money = groupBy(asked, ({ isMoney, header }) => (isMoney ? fieldOf(header) : undefined));
  const flags = new Map(
    parts.flatMap((field) => partFlags(field, money.get(field) ?? [], sheet, orders)),
  );
  const rows = orders.flat();
  const sum = ({ amount }: Member) => sumOf(rows, amount);
  // An order has one total: of `Net` and `Gross`, the larger one.
  const [total] = (money.get('total') ?? []).toSorted((one, other) => sum(other) - sum(one));
  return asked.map((one) =>
    columnQuestion(one, flags.get(one) ?? otherFlags(one, sheet, orders, total), sheet),
  );
}
