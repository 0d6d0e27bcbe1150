import { usageFailure } from '../../failure';
import { headerName } from '../../lib/fold';
import type { OrderKind } from '../../orders/kinds';
import { namesCodes, namesGiftCardCodes } from '../../secrets/secret';
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
import type { FieldNames } from '../../tabular/record';
import {
  type AmountField,
  amountMeant,
  foreign,
  isQuantity,
  isResultsHeader,
  spellings,
} from '../../tabular/spellings';

/** A file of orders may be of either kind: its group is then the platform. */
export type OrderColumn =
  | 'orderNumber'
  | 'date'
  | 'time'
  | 'retailer'
  | 'group'
  | 'platform'
  | 'status'
  | 'description'
  | 'model'
  | 'price'
  | 'quantity'
  | 'payout'
  | 'unitValue'
  | 'shipping'
  | 'tax'
  | 'discount'
  | 'total'
  | 'card'
  | 'subCard'
  | 'earnRate'
  | 'account'
  | 'notes'
  | 'trackingNumber'
  | 'shipTo'
  | 'currency';

type Spellings = Omit<FieldNames<OrderColumn>, 'field' | 'required'>;

const means = (field: AmountField) => (header: string) => amountMeant(header) === field;

/** Names that only suggest a retailer: the cells may be of who sells there. */
const suggested = [...spellings.seller, 'merchant', 'merchantname', 'website'];

/** The headers by which people's sheets and shops' exports name the parts of an order. */
export const orderSpellings: Readonly<Record<OrderColumn, Spellings>> = {
  orderNumber: {
    sign: '#',
    names: [
      ...['orderno', 'ordernum', 'ordernr', ...spellings.orderNumber],
      ...[
        'retailerordernumber',
        'storeordernumber',
        'ordernumbers',
        'orders',
        'orderref',
        'orderreference',
      ],
    ],
    fallback: ['ponumber', 'pono', 'po', 'purchaseordernumber', 'purchaseorder'],
    inWords: 'order',
  },
  date: {
    sign: '',
    names: [
      ...[
        'orderdate',
        'purchasedate',
        'purchasedon',
        'datepurchased',
        'dateofpurchase',
        'purchased',
      ],
      ...['dateordered', 'ordered', 'orderedon', 'dateoforder', 'orderplaced', 'dateplaced'],
      ...['placedon', 'datebought', 'orderdatetime'],
      ...foreign.date,
    ],
  },
  time: { sign: '', names: ['ordertime', 'purchasetime', 'timeoforder'] },
  retailer: {
    sign: '',
    names: spellings.retailer.filter((name) => !suggested.includes(name)),
    fallback: suggested,
  },
  group: {
    sign: '',
    names: [
      'buyinggroup',
      'buyinggroupname',
      'groupname',
      'groupid',
      'bg',
      'soldto',
      ...foreign.group,
    ],
  },
  platform: {
    sign: '',
    names: ['resaleplatform', 'platformname', 'groupid', 'soldto'],
    fallback: ['group', 'buyinggroup'],
  },
  status: { sign: '', names: ['orderstatus', ...foreign.status] },
  description: {
    sign: '',
    names: [
      // A name alone may be a person's.
      ...spellings.item.filter((name) => name !== 'name'),
      ...['itemtitle', 'itemdescription', 'title'],
      ...['products', 'productname', 'producttitle', 'productdescription'],
    ],
  },
  model: {
    sign: '#',
    names: ['modelnumber', 'modelno', 'modelname', 'mpn', 'partnumber', ...foreign.model],
    fallback: ['asin', 'itemasin', 'sku', 'itemsku', 'upc', 'itemnumber'],
  },
  price: {
    sign: '$',
    names: [
      ...['unitprice', 'itemprice', 'priceperunit', 'priceperitem', 'priceeach', 'eachprice'],
      ...['cost', 'unitcost', 'itemcost', 'costperunit', 'costperitem', 'costeach'],
      ...['purchase', 'purchaseprice', 'buyprice', 'ppu', 'purchaseppu'],
      ...foreign.price,
    ],
    fallback: ['priceea', 'costea', 'priceper', 'costper', 'perunitprice', 'perunitcost', 'amount'],
    // A line's total is a price by itself.
    means: [means('lineTotal')],
  },
  quantity: {
    sign: '#',
    names: [...spellings.quantity, ...['itemquantity', 'itemqty', 'originalquantity']],
    means: [isQuantity],
  },
  payout: {
    sign: '$',
    names: [
      ...['expectedunitpayout', 'unitpayout', 'payoutperunit', 'payoutperitem', 'payouteach'],
      ...['itempayout', 'grouppayout', 'payoutprice', 'sellprice', 'sellingprice'],
      ...['expectedpayout', 'totalpayout'],
      ...foreign.payout,
    ],
  },
  unitValue: {
    sign: '$',
    names: ['facevalue', 'denomination', 'giftcardvalue'],
    fallback: ['value'],
  },
  // Further spellings of these four are in the words of a header; several columns of three add up.
  shipping: {
    sign: '$',
    names: foreign.shipping,
    fallback: ['sh'],
    means: [means('shipping')],
    adds: true,
  },
  tax: { sign: '$', names: ['salestax', ...foreign.tax], means: [means('tax')], adds: true },
  discount: { sign: '$', names: foreign.discount, means: [means('discount')], adds: true },
  total: {
    sign: '$',
    names: ['ordertotal', 'grandtotal', 'ordergrandtotal', ...foreign.total],
    means: [means('total'), means('lineTotal')],
  },
  card: {
    sign: '#',
    names: [
      ...['creditcard', 'creditcardid', 'cardid', 'cardused', 'cardnumber', 'paymentcard'],
      ...['cardlast4', 'last4', 'cardlast4digits', 'last4digits', 'cardlastfour', 'lastfour'],
      ...['cardlastdigits', 'lastdigits', 'cardending', 'cardendingin', 'paymentmethod'],
      ...['paymentmethodtype', 'paymentinstrument', 'paymentinstrumenttype'],
      ...foreign.card,
    ],
    fallback: ['cc', 'ccused', 'cclast4', 'creditcardused', 'paidwith', 'cardname', 'cardnickname'],
  },
  subCard: {
    sign: '#',
    names: ['subcreditcardid', 'subcreditcard', 'subcardid', 'subcardlast4', 'authorizeduser'],
  },
  earnRate: {
    sign: '%',
    names: [
      ...['cardearnrate', 'earn', 'rewardrate', 'rewardsrate', 'cashbackrate', 'cashbackpercent'],
      ...['cashbackpercentage', 'multiplier', 'pointsperdollar'],
    ],
    // `Cashback` alone is money.
    means: [(header) => /^cash ?back *%$/i.test(header.trim())],
  },
  account: {
    sign: '#',
    names: ['retaileraccount', 'storeaccount', 'accountname', 'accountemail', 'loginemail'],
    fallback: ['email'],
  },
  notes: {
    sign: '',
    names: ['note', 'ordernotes', 'comment', 'comments', 'memo', 'remarks', ...foreign.notes],
  },
  trackingNumber: {
    sign: '#',
    names: [
      ...spellings.shipmentTracking.filter((name) => !spellings.trackingLink.includes(name)),
      ...['upstracking', 'fedextracking', 'uspstracking'],
    ],
    fallback: [...spellings.trackingLink, 'trackinginfo'],
    numbered: true,
    several: true,
    inWords: 'tracking',
  },
  shipTo: {
    sign: '',
    names: [
      'shiptoaddress',
      'shippedto',
      'shippingaddress',
      'deliveryaddress',
      'deliveredto',
      ...foreign.shipTo,
    ],
    fallback: ['address', 'recipient', 'recipientname', 'shiptoname', 'shippingname'],
  },
  currency: { names: spellings.currency, inWords: 'currency', several: true },
};

/** What the cells of a column hold; of the other columns, text. */
const cellTypes = {
  date: momentCell(),
  time: timeCell,
  price: moneyCell('refused'),
  payout: moneyCell('refused'),
  unitValue: moneyCell('refused'),
  shipping: moneyCell('refused'),
  tax: moneyCell('refused'),
  // People write a discount as what it takes off.
  discount: moneyCell('size'),
  total: moneyCell('refused'),
  netTotal: moneyCell('refused'),
  quantity: countCell,
  currency: currencyCell,
} satisfies Partial<Record<OrderColumn | 'netTotal', CellType<unknown>>>;

/** The column of the total of an order beside its rows' own, which only layouts have. */
export const netTotalColumn = { field: 'netTotal', names: [], ...cellTypes.netTotal } as const;

const needed: readonly string[] = ['orderNumber', 'date', 'retailer', 'price'];
const otherKind: Readonly<Record<'orders' | 'giftcards', readonly string[]>> = {
  orders: ['platform', 'unitValue'],
  giftcards: ['group', 'trackingNumber'],
};

/** `Price (USD)` is `Price $`. */
const inDollars = (name: string) => `${name.toLowerCase()}usd`;

/** The columns that a file of new orders may have. */
export function orderColumns(
  kind: 'orders' | 'giftcards',
): readonly Column<unknown, OrderColumn>[] {
  return Object.entries(orderSpellings).flatMap(([name, spelled]) => {
    const field = name as OrderColumn;
    if (otherKind[kind].includes(field)) return [];
    const all = [field, ...spelled.names];
    const names = spelled.sign === '$' ? [...all, ...all.map(inDollars)] : spelled.names;
    const type = (cellTypes as Partial<Record<OrderColumn, CellType<unknown>>>)[field] ?? textCell;
    return { field, ...spelled, ...type, names, required: needed.includes(field) };
  });
}

/**
 * Refuses a file of several orders that contains redemption codes, before any of it is kept: "codes
 * are in no column there". A layout's own columns hold none, such as `Gift Card` of `bgl`.
 */
export function refuseCodes(
  header: readonly string[],
  name: string,
  { noun }: Pick<OrderKind, 'noun'>,
  ofLayout: readonly string[] = [],
): void {
  if (isResultsHeader(header)) {
    throw usageFailure(`${name} is the results file of an earlier upload`, {
      hint: 'Send the rejects file of that upload instead, after you have fixed its rows.',
    });
  }
  const isOfCodes = noun === 'giftcards' ? namesGiftCardCodes : namesCodes;
  const others = header.map(headerName).filter((one) => !ofLayout.includes(one));
  if (!others.some(isOfCodes)) return;
  throw usageFailure(`${name} has a column of redemption codes`, {
    hint: 'Set codes for a single order with --codes-file: waybill never keeps codes on disk.',
  });
}
