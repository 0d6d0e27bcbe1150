import { isSameName } from '../../contract/named';
import { usageFailure } from '../../failure';
import type { LayoutName } from '../../formats';
import { plainName } from '../../lib/fold';
import { quoted } from '../../tabular/header';
import { amountMeant, countIn } from '../../tabular/header-words';
import type { ColumnMap, FieldNames } from '../../tabular/record';
import { type OrderColumn, orderSpellings } from './columns';

/** A field of a sheet, or one that only layouts have: the total of an order beside its rows' own. */
export type SheetField = OrderColumn | 'netTotal';

/** A file that a shop or a program writes, always with the same columns. */
export interface Layout {
  readonly name: LayoutName;
  /** Headers, as `plainName` has them, that together no other file has. */
  readonly signature: readonly string[];
  /** True if the file has no other columns: a person's sheet may have these among others. */
  readonly isWhole?: true;
  /** True if a person's sheet may have these columns: then those beside them may speak against it. */
  readonly isPlain?: true;
  /** The headers of each field, best first; none leaves it unread. Other fields are read as in any sheet. */
  readonly columns: Partial<Record<SheetField, readonly string[]>>;
  /** Further columns of a field, whose amounts add up. */
  readonly added: Layout['columns'];
  /** Further columns that it has, which are not read. */
  readonly unread: readonly string[];
  /** The retailer of every row. */
  readonly retailer?: string;
  /** The names of retailers here, as `nameKey` has them, each with its usual name. */
  readonly retailers?: Readonly<Record<string, string>>;
  /** True if times without a zone are UTC. */
  readonly isUtc?: true;
  /** True if tax is per unit, and may be rounded by half a cent a unit. */
  readonly taxPerUnit?: true;
  /** Amounts of the whole line, to be divided by its quantity. */
  readonly perLine?: readonly ('price' | 'payout')[];
  /** The factor by which the earn rate is multiplied. */
  readonly rateTimes?: number;
  /** True if shipping, tax and discount are always the row's own, or the order's on each row. */
  readonly amounts?: 'row' | 'order';
  /** True if the prices may be after the discount already, as the total then proves. */
  readonly discountMayBeIn?: true;
  /** True if the total is price × quantity alone. */
  readonly totalOfPrice?: true;
  /** Group cells that name no group. */
  readonly noGroup?: readonly string[];
  /** Statuses of rows that are skipped with the cancelled. */
  readonly alsoCancelled?: readonly string[];
  /** Columns about the payment: rows that differ only there are one item. */
  readonly payment?: RegExp;
  readonly notice?: string;
  /** True if a row without an order number and a date holds the sums. */
  readonly hasSumRow?: true;
}

/** The members of a layout that are lists of headers, as the file has them and separated by commas. */
type Listed = 'signature' | 'columns' | 'added' | 'unread';

/** A layout as it is declared: in `columns` and `added` behind their fields, `price: Unit Price; retailer:`. */
type Declared = Omit<Layout, Listed> &
  Readonly<Record<'signature' | 'columns', string>> &
  Readonly<Partial<Record<Listed, string>>>;

/** The columns that each form of Walmart's exporter has, by one name or another. */
const walmartColumns = `orderNumber: Order Number; date: Order Date; status: Status, Delivery Status;
  description: Product Name, Item; price: Price; quantity: Qty, Quantity; retailer:`;

/** The forms of the exporter's items, as a workbook, as CSV, quickly and with the order's own amounts. */
const walmart: Omit<Declared, 'signature'> = {
  name: 'walmart_exporter',
  columns: walmartColumns,
  unread: `Order Type, Product Link, Subtotal (Before Savings), Subtotal, Refund, Payment Split,
    Payment Method, Payment Messages, Thumbnail`,
  retailer: 'Walmart',
  perLine: ['price'],
  isPlain: true,
};

const declared: readonly Declared[] = [
  {
    name: 'amazon',
    signature: 'Website, Order ID, Unit Price, Unit Price Tax, Shipment Item Subtotal, ASIN',
    columns: `orderNumber: Order ID; date: Order Date; retailer: Website; status: Order Status;
      description: Product Name; model: ASIN; price: Unit Price;
      quantity: Quantity, Original Quantity; shipping: Shipping Charge; tax: Unit Price Tax;
      discount: Total Discounts; total: Total Owed, Total Amount;
      card: Payment Instrument Type, Payment Method Type; shipTo: Shipping Address;
      trackingNumber: Carrier Name & Tracking Number; currency: Currency`,
    unread: `Purchase Order Number, Shipment Item Subtotal, Shipment Item Subtotal Tax, Product Condition,
      Shipment Status, Ship Date, Shipping Option, Billing Address, Gift Message, Gift Sender Name,
      Gift Recipient Contact, Gift Recipient Contact Details, Item Serial Number`,
    retailers: { amazoncom: 'Amazon' },
    isUtc: true,
    taxPerUnit: true,
  },
  {
    name: 'amazon_business',
    signature: 'Order ID, Purchase PPU, Item Quantity, Item Net Total, Order Net Total',
    // A seller at Amazon's is no retailer.
    columns: `orderNumber: Order ID; date: Order Date; status: Order Status; description: Title;
      model: ASIN; price: Purchase PPU; quantity: Item Quantity;
      shipping: Item Shipping & Handling; tax: Item Tax; discount: Item Promotion;
      total: Item Net Total; netTotal: Order Net Total; card: Payment Identifier; retailer:`,
    unread: `Account Group, PO Number, Order Quantity, Order Subtotal, Order Shipping & Handling,
      Order Promotion, Order Tax, Approver, Account User, Account User Email, Invoice Status,
      Total Amount, Invoice Due Amount, Invoice Issue Date, Invoice Due Date, Payment Reference ID,
      Payment Date, Payment Amount, Payment Instrument Type, Amazon-Internal Product Category, UNSPSC,
      Segment, Family, Class, Commodity, Brand Code, Brand, Manufacturer, National Stock Number,
      Item model number, Part number, Product Condition, Company Compliance, Listed PPU, Item Subtotal,
      PO Line Item Id, Tax Exemption Applied, Tax Exemption Type, Tax Exemption Opt Out,
      Pricing Savings program, Pricing Discount applied, Pricing Discount applied ($ off),
      Pricing Discount applied (% off), Receiving Status, Received Quantity, Received Date,
      Receiver Name, Receiver Email, GL Code, Department, Cost Center, Project Code, Location,
      Seller Name, Seller Credentials, Seller City, Seller State, Seller ZipCode`,
    retailer: 'Amazon',
    payment: /^payment/,
  },
  {
    name: 'amazon_history',
    signature: 'Order ID, ASIN, Unit Price, Item Total, Order Subtotal, Order Grand Total',
    // A seller at Amazon's is no retailer.
    columns: `orderNumber: Order ID; date: Order Date; price: Unit Price; quantity: Quantity;
      shipping: Order Shipping; tax: Order Tax; discount: Order Promotion;
      total: Order Grand Total; card: Card Last 4, Payment Method; shipTo: Address Line 1; retailer:`,
    added: 'tax: Order VAT',
    unread: 'Item Total, Order Subtotal, Order Total, Condition, Subscribe & Save, Payment Method',
    retailer: 'Amazon',
    amounts: 'order',
  },
  {
    name: 'azad',
    signature: 'order id, order date, quantity, description, price, ASIN, transaction',
    columns: `orderNumber: order id; date: order date; description: description; model: ASIN; price: price;
      quantity: quantity; status: shipping status; trackingNumber: tracking id; retailer:`,
    unread: `order url, item url, subscribe & save, category, delivered, transaction, tracking link,
      shipment id`,
    retailer: 'Amazon',
    hasSumRow: true,
    notice: 'the file has no tax and no shipping, so the orders have none',
  },
  ...[
    { form: 'Product Name, Qty, Price, Status, Order Type' },
    { form: 'Product Name, Quantity, Price, Delivery Status, Product Link' },
    { form: 'Item, Qty, Price, Status', isWhole: true as const },
  ].map(
    ({ form, ...more }): Declared => ({
      ...walmart,
      ...more,
      signature: `Order Number, Order Date, ${form}`,
      notice: 'the sheet has no tax and no shipping, so the orders have none',
    }),
  ),
  {
    ...walmart,
    signature:
      'Order Number, Order Date, Product Name, Quantity, Price, Delivery Charges, Bag Fee, Order Total',
    columns: `${walmartColumns}; shipping: Delivery Charges; tax: Tax; discount: Savings;
      total: Order Total; shipTo: Shipping Address`,
    added: 'shipping: Bag Fee, Tip, Donations',
    amounts: 'order',
    discountMayBeIn: true,
  },
  {
    name: 'costco',
    signature: 'order_number, receipt_id, item_name, unit_price, line_total, final_total',
    columns: `orderNumber: order_number; date: transaction_date; description: item_actual_name, item_name;
      model: item_sku; price: unit_price; quantity: quantity; shipping: shipping_handling;
      tax: tax_total; discount: discount_amount; total: final_total`,
    added: 'shipping: delivery_fees, surcharges; discount: instant_savings, coupon_applied',
    unread: `receipt_id, receipt_type, warehouse_info, item_name, item_description_2, item_weight,
      full_item_image, line_total, department_id, tax_flag, isFSAEligible, subtotal,
      shop_card_applied, surcharge_reason, payment_methods, raw_receipt_hash`,
    retailer: 'Costco',
    amounts: 'order',
    discountMayBeIn: true,
  },
  {
    name: 'home_depot',
    signature: 'Date, Transaction ID, SKU Number, Quantity, Net Unit Price, Order Number',
    columns: `orderNumber: Order Number; date: Date; description: SKU Description; model: SKU Number;
      price: Net Unit Price; quantity: Quantity; card: Card/Account Nickname`,
    unread: `Store Number, Transaction ID, Register Number, Project Name, Job Name, Unit price,
      Department Name, Class Name, Subclass Name, Program Discount Amount,
      Program Discount Indicator, Other Discount Amount, Extended Retail (before discount),
      Internet SKU, Purchaser, Invoice Number`,
    retailer: 'Home Depot',
    notice: 'the report has no tax and no shipping, so the orders have none',
  },
  {
    name: 'bgl',
    signature: 'Order ID, Profile, Item Name, Cost Per Item, Total Cost, Buying Group',
    columns: `orderNumber: Order ID; date: Order Date; retailer: Retailer; group: Buying Group;
      status: Status; description: Item Name; price: Cost Per Item; quantity: Quantity;
      payout: Expected Payout; shipping: Shipping; tax: Sales Tax; total: Total Cost;
      card: Card Last 4, Card; earnRate: Cashback Rate; account: Profile;
      trackingNumber: Tracking Number`,
    unread: 'Shipment, Delivery Date, Card, Gift Card',
    perLine: ['payout'],
    rateTimes: 100,
    amounts: 'row',
    totalOfPrice: true,
    noGroup: ['unclassified', 'giftcard'],
    alsoCancelled: ['superseded'],
  },
];

/** Headers as they are compared. */
const headers = (text: string): readonly string[] =>
  text.split(',').flatMap((name) => plainName(name) || []);

const columnsIn = (text: string): Layout['columns'] => {
  const all = [...text.matchAll(/(\w+):([^;]*)/g)];
  return Object.fromEntries(all.map(([, field = '', names = '']) => [field, headers(names)]));
};

export const layouts: readonly Layout[] = declared.map(
  ({ signature, columns, added = '', unread = '', ...facts }) => ({
    ...facts,
    signature: headers(signature),
    columns: columnsIn(columns),
    added: columnsIn(added),
    unread: headers(unread),
  }),
);

const retailerNames = new Set(['retailer', ...orderSpellings.retailer.names]);

/** The layout of a file with this header; one that names another retailer is a person's sheet. */
export function layoutOf(header: readonly string[], retailer?: string): Layout | undefined {
  const names = new Set(header.map(plainName).filter((name) => name !== ''));
  return layouts.findLast(({ signature, isWhole, isPlain, retailer: own = '' }) => {
    if (!signature.every((name) => names.has(name))) return false;
    const isOther = retailer !== undefined && !isSameName(retailer, own);
    if (isPlain && (isOther || [...names].some((name) => retailerNames.has(name)))) return false;
    return !isWhole || names.size === signature.length;
  });
}

/** Refuses a person's sheet that looks like a plain layout, whose prices are the line's. */
export function refuseUnlike(
  { name, isPlain, columns, added, unread, retailer }: Layout,
  header: readonly string[],
  orderNumbers: readonly string[],
  file: string,
): void {
  const known = new Set([columns, added].flatMap(Object.values<readonly string[]>).flat());
  const isForeign = (one: string) => !known.has(one) && !unread.includes(one);
  const other =
    header.find((one) => amountMeant(one) && isForeign(plainName(one))) ??
    orderNumbers.find((one) => /\d/.test(one) && /[a-z]/i.test(one));
  if (!isPlain || other === undefined) return;
  throw usageFailure(`${file} looks like ${name}, which never has "${other.trim()}"`, {
    hint: `Use --layout ${name} if it is (${retailer}, with prices for the whole line), or --layout none. Nothing was sent.`,
  });
}

/** Refuses a layout that the user names for a file without its columns: others may mean something else. */
export function refuseLacking(
  { name, columns }: Layout,
  header: readonly string[],
  map: ColumnMap,
  file: string,
): void {
  const lacking = (['orderNumber', 'date', 'price', 'quantity'] as const).filter(
    (field) => (columns[field] ?? []).length > 0 && !map.has(field),
  );
  if (lacking.length === 0) return;
  throw usageFailure(`--layout ${name}: ${file} lacks its columns for ${lacking.join(' and ')}`, {
    hint: `Name them with --map, or leave out --layout. Its columns are ${quoted(header)}. Nothing was sent.`,
  });
}

/** The form of a layout that a header has most of. */
export function layoutCalled(name: string, header: readonly string[]): Layout | undefined {
  const names = new Set(header.map(plainName));
  const forms = layouts.filter((one) => one.name === name);
  const lacking = ({ signature }: Layout) => signature.filter((one) => !names.has(one)).length;
  return forms.toSorted((one, other) => lacking(one) - lacking(other))[0];
}

/** The layout's columns in a file, as `--map` would name them; those that are not free are not read. */
export function layoutMap(
  { columns, added }: Layout,
  header: readonly string[],
  isFree: (header: string) => boolean,
): readonly string[] {
  const inFile = (names: readonly string[]) =>
    names.flatMap((name) => header.find((one) => plainName(one) === name) ?? []);
  return Object.entries(columns).flatMap(([field, names]) => {
    const own = inFile(names);
    const more = inFile(added[field as SheetField] ?? []);
    const read = [...own.filter(isFree).slice(0, 1), ...more.filter(isFree)];
    if (read.length > 0) return read.map((one) => `${field}=${one}`);
    return names.length === 0 || own.length + more.length > 0 ? [`${field}=`] : [];
  });
}

/** True if a column is unread on purpose: the layout's way, or that of `--map` for its field. */
export function isLeftOut(
  header: string,
  layout: Layout | undefined,
  fields: readonly FieldNames[],
  map: ColumnMap,
): boolean {
  const name = plainName(header);
  return (
    layout?.unread.includes(name) === true ||
    (map.get('quantity')?.length === 0 && countIn(header) !== undefined) ||
    fields.some(
      ({ field, names, means = [] }) =>
        map.get(field)?.length === 0 &&
        ([plainName(field), ...names].includes(name) || means.some((isMeant) => isMeant(header))),
    )
  );
}
