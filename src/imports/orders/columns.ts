import { featuredBuyingGroups, featuredPlatforms } from '../../contract/values';
import { usageFailure } from '../../failure';
import { headerName, plainName } from '../../lib/fold';
import type { OrderKind } from '../../orders/kinds';
import { namesCodes, namesGiftCardCodes } from '../../secrets/secret';
import { readAmount } from '../../tabular/amount';
import { isNo, isNone } from '../../tabular/cells';
import {
  type CellType,
  type Column,
  countCell,
  currencyCell,
  momentCell,
  moneyCell,
  textCell,
  timeCell,
} from '../../tabular/column';
import { quoted } from '../../tabular/header';
import { type AmountField, amountMeant, isQuantity, isUnitPrice } from '../../tabular/header-words';
import { type FieldNames, words } from '../../tabular/record';
import type { TableCell, TableRow } from '../../tabular/rows';
import { foreign, spellings } from '../../tabular/spellings';
import { isResultsHeader } from '../../tabular/table';

/** A column as it is declared: its headers, and what its cells hold; by default text. */
type OrderSpellings = Omit<FieldNames, 'field' | 'required'> & Partial<CellType<unknown>>;

const money = { ...moneyCell('refused'), sign: '$' };

const means = (field: AmountField) => (header: string) => amountMeant(header) === field;

/** The groups that a payout's header may name. */
const groups = [...featuredBuyingGroups, ...featuredPlatforms].map(plainName);
const payoutWords = /payouts?|expected|est(?:imated)?|per|each|unit|item|amount|amt|usd/g;

/** `BG Payout`, `BFMR Payout`, `Payout/Unit`, `Sold For`: what a group pays; not `Payout %` or `Payout received`. */
function meansPayout(header: string, all: readonly string[] = []): boolean {
  const name = headerName(header);
  if (!name.includes('payout') || /[%#]/.test(header)) return name === 'soldfor';
  const rest = name.replace(payoutWords, '');
  // Beside another payout, that of a group is of its orders alone.
  const isOnly = all.filter((one) => /payout/i.test(one)).length < 2;
  return /^(?:bg|(?:buying)?group)?$/.test(rest) || (isOnly && groups.includes(rest));
}

/** Names that only suggest a retailer: the cells may be of who sells there. */
const suggested = [...spellings.seller, 'merchant', 'merchantname', 'website'];

/** A file of orders may be of either kind: its group is then the platform. */
const columns = {
  orderNumber: {
    sign: '#',
    names: [
      ...words('orderno ordernum ordernr ord ordno ordnum'),
      ...spellings.orderNumber,
      ...words('retailerordernumber storeordernumber ordernumbers orders orderref orderreference'),
    ],
    fallback: words('ponumber pono po purchaseordernumber purchaseorder'),
    inWords: 'order',
  },
  date: {
    ...momentCell(),
    sign: '',
    names: [
      ...words(`orderdate purchasedate purchasedon datepurchased dateofpurchase purchased
        dateordered ordered orderedon dateoforder orderplaced dateplaced placedon datebought
        orderdatetime orderdt purchasedt boughton`),
      ...foreign.date,
    ],
  },
  time: { ...timeCell, sign: '', names: ['ordertime', 'purchasetime', 'timeoforder'] },
  retailer: {
    sign: '',
    names: spellings.retailer.filter((name) => !suggested.includes(name)),
    fallback: suggested,
  },
  group: {
    sign: '',
    names: [...words('buyinggroup buyinggroupname groupname groupid bg soldto'), ...foreign.group],
  },
  platform: {
    sign: '',
    names: words('resaleplatform platformname groupid soldto'),
    fallback: ['group', 'buyinggroup'],
  },
  status: { sign: '', names: ['orderstatus', ...foreign.status] },
  description: {
    sign: '',
    names: [
      // A name alone may be a person's.
      ...spellings.item.filter((name) => name !== 'name'),
      ...words(`itemtitle itemdescription title products productname producttitle
        productdescription whatibought itemspurchased`),
    ],
  },
  model: {
    sign: '#',
    names: [...words('modelnumber modelno modelname mpn partnumber'), ...foreign.model],
    fallback: words('asin itemasin sku itemsku upc itemnumber'),
  },
  price: {
    ...money,
    names: [
      ...words(`unitprice itemprice priceperunit priceperitem priceeach eachprice cost unitcost
        itemcost costperunit costperitem costeach purchase purchaseprice buyprice ppu purchaseppu`),
      ...foreign.price,
    ],
    fallback: words('priceea costea priceper costper perunitprice perunitcost amount'),
    // A line's total is a price by itself.
    means: [isUnitPrice, means('lineTotal')],
  },
  quantity: {
    ...countCell,
    sign: '#',
    names: [...spellings.quantity, ...words('itemquantity itemqty originalquantity')],
    means: [isQuantity],
  },
  payout: {
    ...money,
    names: [
      ...words(`expectedunitpayout unitpayout payoutperunit payoutperitem payouteach itempayout
        grouppayout payoutprice sellprice sellingprice expectedpayout`),
      ...foreign.payout,
    ],
    fallback: ['totalpayout'],
    means: [meansPayout],
  },
  unitValue: {
    ...money,
    names: words('facevalue denomination giftcardvalue'),
    fallback: ['value'],
  },
  // Further spellings of these four are in the words of a header; several columns of three add up.
  shipping: {
    ...money,
    read: (cell, facts) => (/^free$/i.test(cell.text) ? { value: 0 } : money.read(cell, facts)),
    names: foreign.shipping,
    fallback: ['sh'],
    means: [means('shipping')],
    adds: true,
  },
  tax: { ...money, names: ['salestax', ...foreign.tax], means: [means('tax')], adds: true },
  // People write a discount as what it takes off.
  discount: {
    ...money,
    ...moneyCell('size'),
    names: foreign.discount,
    means: [means('discount')],
    adds: true,
  },
  total: {
    ...money,
    names: [...words('ordertotal grandtotal ordergrandtotal'), ...foreign.total],
    means: [means('total'), means('lineTotal')],
  },
  card: {
    sign: '#',
    names: [
      ...words(`creditcard creditcardid cardid cardused cardnumber paymentcard cardlast4 last4
        cardlast4digits last4digits cardlastfour lastfour cardlastdigits lastdigits cardending
        cardendingin paymentmethod paymentmethodtype paymentinstrument paymentinstrumenttype`),
      ...foreign.card,
    ],
    fallback: words('cc ccused cclast4 creditcardused paidwith cardname cardnickname'),
  },
  subCard: {
    sign: '#',
    names: words('subcreditcardid subcreditcard subcardid subcardlast4 authorizeduser'),
  },
  earnRate: {
    sign: '%',
    names: words(`cardearnrate earn rewardrate rewardsrate cashbackrate cashbackpercent
      cashbackpercentage multiplier pointsperdollar`),
    // `Cashback` alone is money.
    means: [(header) => /^cash ?back *%$/i.test(header.trim())],
  },
  account: {
    sign: '#',
    names: words('retaileraccount storeaccount accountname accountemail loginemail'),
    fallback: ['email'],
  },
  notes: {
    sign: '',
    names: [...words('note ordernotes comment comments memo remarks'), ...foreign.notes],
  },
  trackingNumber: {
    sign: '#',
    names: [
      ...spellings.shipmentTracking.filter((name) => !spellings.trackingLink.includes(name)),
      ...words('upstracking fedextracking uspstracking trk'),
    ],
    fallback: [...spellings.trackingLink, 'trackinginfo'],
    numbered: true,
    several: true,
    inWords: 'tracking',
  },
  shipTo: {
    sign: '',
    names: [
      ...words('shiptoaddress shippedto shippingaddress deliveryaddress deliveredto'),
      ...foreign.shipTo,
    ],
    fallback: words('address recipient recipientname shiptoname shippingname'),
  },
  currency: { ...currencyCell, names: spellings.currency, inWords: 'currency', several: true },
} satisfies Readonly<Record<string, OrderSpellings>>;

export type OrderColumn = keyof typeof columns;

/** The headers by which people's sheets and shops' exports name the parts of an order. */
export const orderSpellings: Readonly<Record<OrderColumn, OrderSpellings>> = columns;

/** The column of the total of an order beside its rows' own, which only layouts have. */
export const netTotalColumn = { field: 'netTotal', names: [], ...money } as const;

const needed: readonly string[] = ['orderNumber', 'date', 'retailer', 'price'];
const otherKind: Readonly<Record<'orders' | 'giftcards', readonly string[]>> = {
  orders: ['platform', 'unitValue'],
  giftcards: ['group', 'trackingNumber'],
};

/** `Price (USD)` and `Price (US$)` are `Price $`. */
const inDollars = (name: string) => ['usd', 'us'].map((unit) => name.toLowerCase() + unit);

/** The columns that a file of new orders may have. */
export function orderColumns(
  kind: 'orders' | 'giftcards',
): readonly Column<unknown, OrderColumn>[] {
  return Object.entries(orderSpellings).flatMap(([name, spelled]) => {
    const field = name as OrderColumn;
    if (otherKind[kind].includes(field)) return [];
    const all = [field, ...spelled.names];
    const names = spelled.sign === '$' ? [...all, ...all.flatMap(inDollars)] : spelled.names;
    return { field, ...textCell, ...spelled, names, required: needed.includes(field) };
  });
}

/** `Gift Card` in a sheet of buying group orders: what was paid with one, or its code. */
const giftCardHeader = /^e?giftcard$/;

/** `$25.00`, `no`; a long number without cents may be a code. */
const isPaymentCell = ({ text }: TableCell) =>
  isNone(text) ||
  isNo(text) ||
  (readAmount(text) != null && /^\W*\d{0,4}$|\d[.,]\d\d\W*$/.test(text));

/** A line of codes that is taken for the header is not shown. */
function refuseAsCodes(name: string, header: string): never {
  const column = /\d{3}/.test(header) ? 'it' : quoted([header]);
  throw usageFailure(`${name} has a column of redemption codes`, {
    hint: `Take ${column} out of the file. Set codes for a single order with --codes-file: waybill never keeps codes on disk.`,
  });
}

/**
 * Refuses a file of several orders that contains redemption codes, before any of it is kept: "codes
 * are in no column there". A layout's own columns hold none, such as `Gift Card` of `bgl`; where they are
 * given, a column of gift cards is left to `refuseCodesBelow`.
 */
export function refuseCodes(
  header: readonly string[],
  name: string,
  { noun }: Pick<OrderKind, 'noun'>,
  ofLayout?: readonly string[],
): void {
  if (isResultsHeader(header)) {
    throw usageFailure(`${name} is the results file of an earlier upload`, {
      hint: 'Send the rejects file of that upload instead, after you have fixed its rows.',
    });
  }
  const isOfCodes = noun === 'giftcards' ? namesGiftCardCodes : namesCodes;
  const isLeft = (one: string) => ofLayout && noun === 'orders' && giftCardHeader.test(one);
  const ofCodes = header.find((one) => {
    const plain = headerName(one);
    return !ofLayout?.includes(plain) && isOfCodes(plain) && !isLeft(plain);
  });
  if (ofCodes !== undefined) refuseAsCodes(name, ofCodes);
}

/** Refuses a file whose cells below `Gift Card` are not all money. The refusal shows none of them. */
export function refuseCodesBelow(
  header: readonly string[],
  rows: readonly TableRow[],
  name: string,
  ofLayout: readonly string[] = [],
): void {
  const places = header.flatMap((one, index) => {
    const plain = headerName(one);
    return giftCardHeader.test(plain) && !ofLayout.includes(plain) ? [index] : [];
  });
  const cells = places.flatMap((index) => rows.flatMap((row) => row.at(index) ?? []));
  const code = cells.find((cell) => !isPaymentCell(cell));
  if (code !== undefined) refuseAsCodes(name, code.header);
}
