import { headerName } from '../lib/fold';
import { plainWords } from './cells';
import { type FieldNames, type MeantInWords, words } from './record';
import { foreign, spellings } from './spellings';

/** A column of retailers in a file with this header: beside Amazon's own numbers of its items, a seller is none. */
export function retailersIn<C extends Pick<FieldNames, 'names' | 'fallback'>>(
  column: C,
  header: readonly string[],
): C {
  if (!header.some((one) => /asin$/.test(headerName(one)))) return column;
  const isRetailer = (name: string) => !spellings.seller.includes(name);
  const { names, fallback = [] } = column;
  return { ...column, names: names.filter(isRetailer), fallback: fallback.filter(isRetailer) };
}

/** Words that are found inside longer ones too: `amazonorderid`. */
const coreWord = /(tracking|trk|order|number)/;
/** Words that make a number of an order or a tracking. */
const numberWord = /^(?:numbers?|nos?|#|ids?)$/;
/** Words for other things that a header may speak of: then its cells hold something else. */
const otherWord =
  /^(?:returns?|returned|rma|refunds?|refunded|cashback|status|statuses|(?:up|ship|order)?dated?|dates|counts?|items?|lines?|quantity|quantities|qty|totals?)(?:nos?|ids?)?$/;
/** Numbers that must never be sent as those of an order. */
const privateWord =
  /^(?:gift|giftcard|cards?|voucher|claim|pins?|codes?|phone|telephone|mobile|fax)$/;
/** The same in Spanish, German and French. */
const foreignWord =
  /^(?:(?:retour|ruecksend|devol|artikel|gesamt|geschenk|gutschein|telefon)[a-z]*|estado|statut|fecha|datum|cantidad|menge|anzahl|stueck|quantite|articulos?|articles?|linea|ligne|position|summe|importe|betrag|montant|tarjeta|regalo|karte|carte|cadeau|codigo|movil)$/;

const currencyWord = /^(?:currency|ccy|curr?|currencycode)$/;

function wordsOf(header: string): readonly string[] {
  return header
    .normalize('NFKC')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}#]+|(#)/u)
    .flatMap((word) => (word === '#' ? word : headerName(word ?? '')).split(coreWord))
    .filter((word) => word !== '');
}

/** `Return Tracking Number`, `Order Date`, `Number of Tracking Numbers`. */
export function speaksOfOther(header: string): boolean {
  const words = wordsOf(header);
  return (
    words.some((word) => [otherWord, privateWord, foreignWord].some((form) => form.test(word))) ||
    words.some((word, index) => word === 'of' && numberWord.test(words[index - 1] ?? ''))
  );
}

/**
 * Finds what a header says it is: `Payout Ccy` is a currency, `Number of the order` an order's number.
 * One that names both numbers is of a tracking: `Order Tracking Number`.
 */
export function meantIn(header: string): MeantInWords | undefined {
  const words = wordsOf(header);
  if (words.some((word) => currencyWord.test(word))) return 'currency';
  if (!words.some((word) => numberWord.test(word)) || speaksOfOther(header)) return undefined;
  if (words.some((word) => word === 'tracking' || word === 'trk')) return 'tracking';
  return words.includes('order') ? 'order' : undefined;
}

/** Headers of cells about persons, which are never written. */
const personal =
  /address|street|recipient|phone|gift|direccion|domicilio|calle|adresse|strasse|^rue|empfaenger|destinatari|destinataire|telefon|movil|regalo|geschenk|gutschein|cadeau/;
/** The parts of an address in columns of their own, and who lives there. */
const partOfAddress =
  /^(?:ship(?:ping|ped)?|deliver(?:y|ed)?|billing|bill|customer|buyer|consignee|contact|receiver)?(?:to)?(?:(?:first|last|full)?name|company|city|town|state|province|county|country|zip|zipcode|zippostalcode|postal|postalcode|postcode|apartment|apt|suite|email|tel|mobile)\d?$|^(?:ship(?:ped)?|deliver(?:ed)?)to$|^(?:customer|consignee|contact)$/;

/** True if the cells below a header are about a person. */
export function isPersonal(header: string): boolean {
  const name = headerName(header);
  return personal.test(name) || partOfAddress.test(name);
}

/** Columns that waybill adds to a rejects file. When it is read again, they are ignored. */
export const rejectColumns = ['waybill_line', 'waybill_outcome', 'waybill_message'] as const;

/** Those before them, for the cells that a row has more than the header line. */
export const surplusColumn = 'waybill_surplus';

const addedColumns: readonly string[] = [...rejectColumns, surplusColumn];

export const isRejectColumn = (header: string) => addedColumns.includes(header.trim());

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
  cost: words(`duty fee surcharge tip gratuity donation insurance warranty protection custom
    tariff brokerage levy crv recycling wrap wrapping installation extra misc bag gebuehr gebuehren frai gasto`),
  foreignTax: words(
    'vat gst pst hst iva tva mwst ust mehrwertsteuer umsatzsteuer steuer impot impuesto taxe',
  ),
  total: ['total'],
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
const lacking = words('before pre less minus without excl excluded ex ohne sans sin');
const joiners = new Set([
  ...lacking,
  ...words('incl included including inclusive inc inkl mit avec con with w after post plus on'),
]);
const isPart = (kind: MoneyKind | undefined): kind is 'tax' | 'shipping' | 'discount' =>
  kind === 'tax' || kind === 'shipping' || kind === 'discount';

/** Words that leave an amount what it is: `Sales Tax`, `Order Tax`, `Tax Amt`, `Instant Savings`. */
const fillers = new Set(
  words(`and the of in all order item product line row amount amt cost price charge charged fee paid owed sale
   estimated est applied instant grand final due purchase $ usd`),
);
/** Words that make an amount one item's or one line's. */
const ownerWords = words('item line row extended unit each ea piece pc linea ligne zeile');
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
const pieces = [...kindOf.keys(), ...fillers, ...countWords, ...packWords, ...countFillers]
  .concat(words('package delivery ship service card gift sub pre incl excl with size numberof'))
  .filter((word) => /^(?!(?:iva|tva|ust|due|all|per)$)[a-z]{3,}$/.test(word));
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

const isWhole = (word: string) => ['total', 'sum', 'price'].includes(kindOf.get(word) ?? '');

/** The words that name the amount itself: of `Total (incl. tax)` and of `Pre-tax total` only `total`. */
function headOf(all: readonly string[]): readonly string[] {
  const at = all.findIndex((word) => joiners.has(word));
  if (at === -1) return all;
  const before = all.slice(0, at);
  // `Total VAT incl.`
  if (at === all.length - 1 && before.some(isWhole)) return before.filter(isWhole);
  if (before.some((word) => kindOf.has(word))) return before;
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
  // `Total Fees` is of fees.
  const isOne = isPart(field) || (field === 'total' && kind === 'total');
  return another === undefined && isOne ? field : undefined;
}

/** `Order $`, `Cart Total`, `Total incl. tax`: what may be the order's total, and is no price; not `Total each`. */
export function mayBeTotal(header: string): boolean {
  const all = amountWords(header);
  const kind = moneyIn(header) ?? '';
  if (amountMeant(header) === 'total') return true;
  if (all.some((word) => ownerWords.includes(word) || isCountWord(word))) return false;
  if (all.includes('total')) return kind === 'total' || kind === 'sum' || all.includes('payment');
  const isAmount = ['price', 'sum', 'unclear'].includes(kind) || all.includes('value');
  return isAmount && all.includes('order');
}

/** `Order Tax`: an amount of the whole order, which its rows may repeat; not `Order Item Tax`. */
export function isOrders(header: string): boolean {
  const all = amountWords(header);
  return all.includes('order') && !all.some((word) => ownerWords.includes(word));
}

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
/** `priceeach` and `unitario`; not `Teacher`, `Beach`, `Community`, `United`, nor `per line` and `per parcel`. */
const unitWord =
  /unit(?!y|ed\b)|\beach|(?<!\b[a-z]{1,2})each\b|\bea\b|\bper\b(?! (?:line|row|shipment|package|parcel|box|delivery)\b)|ppu|piece|stueck|einzel/;
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
