import { headerName } from '../lib/fold';
import { plainWords } from './cells';
import { foreign, words } from './spellings';

/** The amounts that a header may name in its words. */
export type AmountField = 'tax' | 'shipping' | 'discount' | 'total' | 'lineTotal';

/**
 * The one table of the words by which a header speaks of money or of a number, in the singular. Those of a
 * field are its spellings too; the others are of no field by themselves, `payment` never of an order's cost.
 */
const moneyWords = {
  tax: ['tax'],
  shipping: ['shipping', 'postage', 'freight', 'handling'],
  discount: ['discount', 'disc', 'promotion', 'promo', 'coupon', 'saving'],
  total: ['total'],
  cost: words(`duty fee surcharge tip gratuity donation insurance warranty protection custom
    tariff brokerage levy crv recycling wrap wrapping installation extra misc bag gebuehr gebuehren frai gasto`),
  foreignTax: words(
    'vat gst pst hst iva tva mwst ust mehrwertsteuer umsatzsteuer steuer impot impuesto taxe',
  ),
  sum: ['subtotal', 'net', 'gross', 'extended', 'sum'],
  price: words('amount amt price cost spent spend importe betrag montant'),
  payment:
    words(`charged paid payment refund refunded giftcard rebate credit credited cashback reimbursement
    reimbursed reimb bonus adjustment adj rounding deduction allowance kickback reward used redeemed expense
    labor prep fuel pocket rueckerstattung erstattung reembolso remboursement`),
  saved: ['saved', 'markdown'],
  /** `Price + tax`, `Order with tax`, `Shipping & Discount`, `Ink Charge`: only a person knows. */
  unclear: ['charge', 'deposit'],
} as const;
type MoneyKind = keyof typeof moneyWords;

const moneyKinds = Object.keys(moneyWords) as readonly MoneyKind[];

const kindOf = new Map<string, MoneyKind>(
  moneyKinds.flatMap((kind) => moneyWords[kind].map((word) => [word, kind] as const)),
);

/** Words beside those of money that say that the cells hold something else: `Tax Rate`, `Ship Date`. */
const otherWords = new Set(
  words(`rate % per id zip code date day deadline weight class term center method type carrier address status
   exempt`),
);

/** Words that make an amount none of an order's cost, beside those of money: `BG Total`, `Total profit`. */
const notOfOrder = words('payout profit bg group running balance received margin sold resale');

/** Words before an amount that another one lacks, or has: `Pre-tax total`, `Total incl. tax`. */
const lacking = words('before pre less minus without excl ex ohne sans sin');
const joiners = new Set([
  ...lacking,
  ...words('incl including inclusive inc inkl mit avec con with w after post plus on'),
]);
const isPart = (kind: MoneyKind | undefined): kind is 'tax' | 'shipping' | 'discount' =>
  kind === 'tax' || kind === 'shipping' || kind === 'discount';

/** Words that leave an amount what it is: `Sales Tax`, `Order Tax`, `Tax Amt`, `Instant Savings`. */
const fillers = new Set(
  words(`and the of in all order item product line row amount amt cost price charge charged fee paid owed sale
   estimated est applied instant grand final due purchase $ usd`),
);
/** Words that alone may be a day or an amount: only the cells can tell. */
const sendingWords = new Set(words('ship delivery versand envio porto livraison'));
/** Words that make an amount of a delivery. */
const deliveryWords = new Set(words('charge fee cost price amount amt total $ usd'));

/** Words beside a charge or a deposit that say what was paid, and with what: `Visa Charge`, `Final Charge`. */
const payingWords = new Set(
  words(`charge deposit card cc visa mc mastercard amex discover debit credit paypal my final grand total order
   purchase amount amt actual statement to on $ usd`),
);
/** Words that make a fee of one: `Service charge`, `Bottle deposit`, `Tax charge`. */
const feeWords = new Set([
  ...(['tax', 'shipping', 'discount', 'cost', 'foreignTax'] as const).flatMap(
    (kind) => moneyWords[kind],
  ),
  ...words(`service delivery ship carrier additional other convenience restocking processing storage pickup admin
   administrative environmental express overnight rush expedited residential oversize oversized packing
   packaging assembly transaction small minimum late setup activation bottle container can core battery`),
]);

const countWords = new Set(
  words(`qty qnty quantity quant count units pieces pcs unidades cantidad cant menge anzahl anz stueck stk
   stueckzahl quantite qte quantidade cantidade nb`),
);
/** `Qty`, `Quantities`. */
const isCountWord = (word: string) => countWords.has(word) || countWords.has(singular(word));
/** Words that alone may count units, or say how many a pack has: `Cases`, `Pairs`, `Case pack`, `Bought`. */
const packWords = words(
  'pack case carton box copy bought purchased ordered unit piece pc ea pair x',
);
const packFillers = new Set(words('per in of a size count'));
/** Words of a count that is not the line's: `Item Count`, `Total Qty`, `# of boxes`. */
const inAll = new Set(words('item total box package parcel order all'));
/** Words that leave a count what it is. */
const countFillers = new Set(words('ordered bought purchased original how many unit'));
/** `Total Items` and `Qty Total` count; `Item Total` is an amount. */
const totalCount =
  /\btotals?[\s_]*(?:(?:item|unit|package|piece|pc)\(?s|qty|quantity|boxes|count)\b|\b(?:units|qty|quantity|pieces|pcs)[\s_]*totals?\b/i;

/** `Taxes` is `tax`, `duties` `duty`; `class` stays. */
function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<=x)es$|(?<=[^su])s$/, '');
}

/** `Price + tax`, `Order total & shipping`; not `Taxes & Fees`. */
const sumAnd =
  /^((?:(?:order|item|unit|grand)\s+)?(?:total|price|cost|amount|item|product)s?\s*)(?:[&+]|and\b)/iu;

/** The words that a word may be made of, none of so few letters that they are in others by chance. */
const pieces = [
  ...[...kindOf.keys(), ...fillers, ...countWords, ...packWords, ...packFillers, ...countFillers],
  ...words('package parcel delivery ship service card gift sub free pre incl excl with numberof'),
].filter((word) => /^(?!(?:iva|tva|ust|due|all|per)$)[a-z]{3,}$/.test(word));
const piece = `(?:${pieces.join('|')})(?:e?s)?`;
/** `order` in `ordertax`, but none in `syntax` or `discounted`: the whole word must be made of known ones. */
const inOneWord = new RegExp(`${piece}(?=(?:${piece})+$)`, 'giy');

/** `order_tax`, `OrderTax`, `ordertax`, `Unit(s)`, `G.S.T.`, `Gift Card $`: the words of a header. */
function amountWordsOf(header: string): readonly string[] {
  return plainWords(header.normalize('NFKC').replace(/\bMwSt\b/gu, 'vat'))
    .replace(/(?<!\p{L})[a-z]{6,40}(?!\p{L})/giu, (word) => word.replace(inOneWord, '$& '))
    .replace(/(?<!\p{L})(?:\p{L}\.){2,}/gu, (letters) => letters.replaceAll('.', ''))
    .replace(/\s?\((e?s)\)/giu, '$1')
    .replace(/\d+(?:[.,]\d+)?\s*%|\bper(?=\s+order\b)/giu, ' ')
    .replace(/(?<=\p{L}{2})(?=\d)/gu, ' ')
    .replace(/\b(?:code|carrier)(?=\s+(?:discount|savings?|surcharge|fee|tax))/giu, ' ')
    .replace(/\bcarrier(?=\s+charge)/giu, 'service')
    .replace(/\bsales?\s+tx\b/giu, 'tax')
    .replace(/\b(gift|sub|cash)[\s-]*(cards?|totals?|backs?)\b/giu, '$1$2')
    .replace(/\bcredit[\s-]*cards?\b/giu, 'card')
    .replace(/\bprice[\s-]*(?:protection|match)/giu, 'refund')
    .replace(/(?<=\btotals?)\s+[-–—]\s/giu, ' minus ')
    .replace(sumAnd, '$1 plus ')
    .replace(/\bw\/o\b/giu, 'without')
    .toLowerCase()
    .split(/[^\p{L}\p{N}$%#]+|([$%#])/u)
    .flatMap((word) => (word ? (/[$%#]/.test(word) ? word : headerName(word)) : []));
}

/** The words of a header in the singular. A charge or a deposit is a fee or what was paid, if that is sure. */
export function amountWords(header: string): readonly string[] {
  const all = amountWordsOf(header).map(singular);
  const isDoubtful = (word: string) => kindOf.get(word) === 'unclear';
  if (!all.some(isDoubtful)) return all;
  const named = headOf(all);
  const isFee = named.some((word) => feeWords.has(word));
  // Several charges may be fees, or what several cards paid.
  const isPaid = named.every((word) => payingWords.has(word) || /^\d+$/.test(word));
  if (!isFee && (!isPaid || /^\W*charges\W*$/i.test(header))) return all;
  const paid = (word: string) => (word === 'charge' ? 'charged' : 'payment');
  return all.map((word) => (isDoubtful(word) ? (isFee ? 'fee' : paid(word)) : word));
}

/** The words that name the amount itself: of `Total (incl. tax)` and of `Pre-tax total` only `total`. */
function headOf(all: readonly string[]): readonly string[] {
  const at = all.findIndex((word) => joiners.has(word));
  if (at === -1) return all;
  const before = all.slice(0, at);
  if (before.some((word) => kindOf.has(word))) return before;
  const isWhole = (word: string) => ['total', 'sum', 'price'].includes(kindOf.get(word) ?? '');
  const next = all.findIndex((word, index) => index > at && isWhole(word));
  return next === -1 ? [] : [...before, ...all.slice(next)];
}

/** The kind of amount that a header speaks of, if any: `Order Tax` of a tax, `Bag Fee` of a cost. */
export function moneyIn(header: string): MoneyKind | undefined {
  const all = amountWords(header);
  const isOther = all.some((word) => otherWords.has(word)) || totalCount.test(header);
  if (isOther || header.trim().endsWith('?')) return undefined;
  if (all.length === 1 && sendingWords.has(all[0] ?? '')) return 'shipping';
  if (!all.some((word) => kindOf.has(word))) return all.includes('$') ? 'price' : undefined;
  const named = headOf(all).flatMap((word) => kindOf.get(word) ?? []);
  const kind = moneyKinds.find((one) => named.includes(one)) ?? 'unclear';
  // A refunded tax is a refund, but a tax that was paid is a tax.
  const isPaid = (word: string) => word === 'paid' || word === 'charged';
  const isOfOrder = isPart(kind) || kind === 'total';
  const isPayment = (word: string) => notOfOrder.includes(word) || kindOf.get(word) === 'payment';
  if (all.some((word) => isPayment(word) && !(isPaid(word) && isOfOrder))) return 'payment';
  if (kind === 'total' && all.some((word) => lacking.includes(word))) return 'sum';
  if (kind === 'price' && all.some((word) => joiners.has(word))) return 'unclear';
  const parts = named.filter(isPart);
  if (!parts.includes('discount') || new Set(parts).size === 1) return kind;
  // A discount on shipping is a discount.
  return parts.at(-1) === 'discount' && !/[&+/]|\band\b/i.test(header) ? 'discount' : 'unclear';
}

/** The field that a header names in its words: `Tax Total` is a tax, `Item Subtotal` a line's total. */
export function amountMeant(header: string): AmountField | undefined {
  if (foreign.total.includes(headerName(header))) return 'total';
  const kind = moneyIn(header);
  // A rate in the header makes a column doubtful: its cells may say the same.
  if (kind === undefined || kind === 'payment' || /\d\s*%/.test(header)) return undefined;
  const words = amountWords(header);
  const isSent = (word: string) => word === 'delivery' || word === 'ship';
  const isDelivery = words.some(isSent) && words.some((word) => deliveryWords.has(word));
  const kinds = new Set<MoneyKind>(isDelivery ? ['shipping'] : []);
  for (const word of words) {
    const named = kindOf.get(word);
    if (fillers.has(word) || (isDelivery && isSent(word))) continue;
    if (named === undefined) return undefined;
    kinds.add(named);
  }
  const isOfLine = words.some((word) => ['item', 'line', 'row', 'extended'].includes(word));
  if (isOfLine && kinds.size > 0 && [...kinds].every((one) => one === 'sum' || one === 'total'))
    return 'lineTotal';
  if (kinds.size > 1) kinds.delete('total');
  const [field, another] = kinds;
  return another === undefined && (isPart(field) || field === 'total') ? field : undefined;
}

/** `Order $`, `Order Amount`: what may be the order's total. */
export const mayBeTotal = (header: string) =>
  moneyIn(header) === 'price' && amountWords(header).includes('order');

const isPackWord = (word: string) =>
  packWords.includes(word) || isCountWord(word) || packFillers.has(word);

/** The owner of the number that a header speaks of, if it does: `Qty received`, `How many`. */
export function countIn(header: string): 'line' | 'all' | undefined {
  const words = amountWordsOf(header);
  const isCount =
    header.trim() === '#' ||
    totalCount.test(header) ||
    /\bhow\s*many\b|\bunit\s*count\b|(?:\bnumber|\bno\.?|#)\s*of\s*(?:items|boxes|packages|cards)\b/i.test(
      words.join(' '),
    ) ||
    words.some(isCountWord);
  const singulars = words.map(singular);
  const isOfPacks =
    singulars.some((word) => packWords.includes(word)) &&
    words.every((one, index) => [one, singulars[index] ?? ''].some(isPackWord)) &&
    (words.length === 1 || !singulars.includes('unit'));
  if (!(isCount || isOfPacks) || moneyIn(header) !== undefined) return undefined;
  if (!isOfPacks && singulars.some((word) => otherWords.has(word))) return undefined;
  return singulars.some((word) => inAll.has(word)) ? 'all' : 'line';
}

/** True if a header is a quantity's in its words: `Units`, `How many`, `Qty ordered`; not `Qty received`. */
export function isQuantity(header: string): boolean {
  const isKnown = (word: string) => isCountWord(word) || countFillers.has(word);
  const words = amountWordsOf(header);
  const isDoubtful = words.every((word) => packWords.includes(word));
  return countIn(header) === 'line' && words.every(isKnown) && !isDoubtful;
}

const eachWords = new Set(words('each ea unit piece pc'));
const costWords = new Set(words('paid price cost amount amt $ usd'));

/** `Paid each`, `Unit $`: what one unit cost; not `Tax per unit`, `Rebate each`. */
export function isUnitPrice(header: string): boolean {
  const all = amountWords(header).filter((word) => word !== 'per' && word !== 'i');
  const others = all.filter((word) => !eachWords.has(word));
  const isOfCost = others.length > 0 && others.every((word) => costWords.has(word));
  return isOfCost && others.length < all.length;
}

/** Words by which a price says whose it is; `Price (all units)` may be the line's. */
const unitsWord = /\b(?:all|both|qty|quantity|count)\b/;
const unitWord = /unit|each|\bea\b|\bper\b|ppu|piece|stueck|einzel/;
const lineWord = /\b(?:line|row|extended|ext|subtotal|total)\b/;
/** `Price`, `Item Price`: one unit's, as people write it; `Cost` and `Amount` may be of anything. */
const priceWord = /price|precio|preis|prix/;

/** The owner of a price, as its header says; `usual`: one unit's, though it does not say so. */
export function priceOf(header: string): 'unit' | 'line' | 'usual' | undefined {
  const text = amountWords(header).join(' ');
  if (unitsWord.test(text)) return undefined;
  if (unitWord.test(text)) return 'unit';
  if (lineWord.test(text)) return 'line';
  return priceWord.test(text) ? 'usual' : undefined;
}
