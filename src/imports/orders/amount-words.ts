import { headerName } from '../../lib/fold';

/** The amounts that a header may name in its words. */
export type AmountField = 'tax' | 'shipping' | 'discount' | 'total' | 'lineTotal';

/**
 * The one table of the words by which a header speaks of money or of a number, in the singular. Those of a
 * field are its spellings too; `none` are of no field by themselves, `payment` never of an order's cost.
 */
const moneyWords = {
  tax: ['tax'],
  shipping: ['shipping', 'postage', 'freight', 'handling'],
  discount: ['discount', 'disc', 'promotion', 'promo', 'coupon', 'saving'],
  total: ['total'],
  cost: ['duty', 'fee', 'surcharge', 'charge', 'tip', 'gratuity', 'donation', 'deposit'],
  foreignTax: ['vat', 'gst', 'pst', 'hst'],
  sum: ['subtotal', 'net', 'gross', 'extended'],
  price: ['amount', 'amt', 'price', 'cost'],
  payment: ['charged', 'paid', 'payment', 'refund', 'giftcard', 'rebate', 'credit', 'cashback'],
} as const;
type MoneyKind = keyof typeof moneyWords;

const kindOf = new Map<string, MoneyKind>(
  Object.entries(moneyWords).flatMap(([kind, words]) =>
    words.map((word) => [word, kind as MoneyKind] as const),
  ),
);

/** Words beside those of money that say that the cells hold something else: `Tax Rate`, `Ship Date`. */
const otherWords = new Set(
  `rate % per id zip code date day deadline weight class term center method type carrier address status
   exempt`.split(/\s+/),
);

/** Words that leave an amount what it is: `Sales Tax`, `Order Tax`, `Tax Amt`, `Instant Savings`. */
const fillers = new Set(
  `and the of in all order item product line row amount amt cost price charge charged fee paid owed sale
   estimated est applied instant grand final $ usd`.split(/\s+/),
);
/** Words that make an amount of a delivery, which alone may be a day. */
const deliveryWords = new Set(['charge', 'fee', 'cost', 'price', 'amount', 'amt', 'total']);

const countWords = new Set(
  'qty quantity quant count units pieces pcs unidades cantidad menge anzahl stueck stueckzahl quantite qte'.split(
    ' ',
  ),
);
/** Words of a count that is not the line's: `Item Count`, `Total Qty`, `# of boxes`. */
const inAll = new Set(['item', 'total', 'box', 'package', 'parcel', 'order', 'all']);
/** Words that leave a count what it is. */
const countFillers = new Set(['ordered', 'bought', 'purchased', 'original', 'how', 'many', 'unit']);
/** `Total Items` counts; `Item Total` is an amount. */
const totalCount = /\btotals?[\s_]*(?:items|units|qty|quantity|boxes|packages|pieces|count)\b/i;

/** `Taxes` is `tax`, `duties` `duty`; `class` stays. */
function singular(word: string): string {
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=x)es$/, '')
    .replace(/(?<=[^su])s$/, '');
}

/** `order_tax`, `OrderTax`, `Gift Card $`: the words of a header. */
function wordsOf(header: string): readonly string[] {
  return header
    .normalize('NFKC')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/_/g, ' ')
    .replace(/\b(gift|sub)[\s-]*(cards?|totals?)\b/giu, '$1$2')
    .replace(/\bcredit[\s-]*cards?\b/giu, 'card')
    .toLowerCase()
    .split(/[^\p{L}\p{N}$%#]+|([$%#])/u)
    .flatMap((word) => (word ? (/[$%#]/.test(word) ? word : headerName(word)) : []));
}

const singularsOf = (header: string) => wordsOf(header).map(singular);

/** What a header speaks of, if of an amount: `Order Tax` of a tax, `Bag Fee` of a cost. */
export function moneyIn(header: string): MoneyKind | undefined {
  const words = singularsOf(header);
  const isOther = words.some((word) => otherWords.has(word)) || totalCount.test(header);
  if (isOther || header.trim().endsWith('?')) return undefined;
  const kinds = new Set(words.flatMap((word) => kindOf.get(word) ?? []));
  const [kind] = (Object.keys(moneyWords) as MoneyKind[]).filter((one) => kinds.has(one));
  // A refunded tax is a refund, but a tax that was paid is a tax.
  const isPaid = words.some((word) => word === 'paid' || word === 'charged');
  const isOfOrder = isPaid && ['tax', 'shipping', 'discount', 'total'].includes(kind ?? '');
  if (kinds.has('payment') && !isOfOrder) return 'payment';
  return kind ?? (words.includes('$') ? 'price' : undefined);
}

/** The field that a header names in its words: `Tax Total` is a tax, `Item Subtotal` a line's total. */
export function amountMeant(header: string): AmountField | undefined {
  const kind = moneyIn(header);
  if (kind === undefined || kind === 'payment') return undefined;
  const words = singularsOf(header);
  const isDelivery = words.includes('delivery') && words.some((word) => deliveryWords.has(word));
  const kinds = new Set<MoneyKind>(isDelivery ? ['shipping'] : []);
  for (const word of words) {
    const named = kindOf.get(word);
    if (fillers.has(word) || (isDelivery && word === 'delivery')) continue;
    if (named === undefined) return undefined;
    kinds.add(named);
  }
  const isOfLine = words.some((word) => ['item', 'line', 'row', 'extended'].includes(word));
  if (isOfLine && kinds.size > 0 && [...kinds].every((one) => one === 'sum' || one === 'total'))
    return 'lineTotal';
  if (kinds.size > 1) kinds.delete('total');
  const [field, another] = kinds;
  const isField =
    field === 'tax' || field === 'shipping' || field === 'discount' || field === 'total';
  return isField && another === undefined ? field : undefined;
}

/** Whether a header speaks of a number: `Qty received`, `How many`; or of one that is not the line's. */
export function countIn(header: string): 'line' | 'all' | undefined {
  const words = wordsOf(header);
  const isCount =
    header.trim() === '#' ||
    totalCount.test(header) ||
    /\bhow\s*many\b|\bunit\s*count\b|(?:\bnumber|\bno\.?|#)\s*of\s*(?:items|boxes|packages)\b/i.test(
      words.join(' '),
    ) ||
    words.some((word) => countWords.has(word));
  const singulars = words.map(singular);
  if (!isCount || moneyIn(header) !== undefined) return undefined;
  if (singulars.some((word) => otherWords.has(word))) return undefined;
  return singulars.some((word) => inAll.has(word)) ? 'all' : 'line';
}

/** Whether a header is a quantity's in its words: `Units`, `How many`, `Qty ordered`; not `Qty received`. */
export function isQuantity(header: string): boolean {
  const isKnown = (word: string) => countWords.has(word) || countFillers.has(word);
  return countIn(header) === 'line' && wordsOf(header).every(isKnown);
}

/** Words by which a price says whose it is. */
const unitWord = /unit|each|\bea\b|\bper\b|ppu|piece|stueck|einzel/;
const lineWord = /\b(?:line|row|extended|ext|subtotal|total)\b/;
/** `Price`, `Item Price`: one unit's, as people write it; `Cost` and `Amount` may be of anything. */
const priceWord = /price|precio|preis|prix/;

/** Whose amount a price's header says it is; `usual`: one unit's, though it does not say so. */
export function priceOf(header: string): 'unit' | 'line' | 'usual' | undefined {
  const text = singularsOf(header).join(' ');
  if (unitWord.test(text)) return 'unit';
  if (lineWord.test(text)) return 'line';
  return priceWord.test(text) ? 'usual' : undefined;
}
