import type { LayoutName } from '../../formats';
import { plainName } from '../../lib/fold';
import type { OrderColumn } from './columns';

/** A field of a sheet, or one that only layouts have: the total of an order beside its rows' own. */
export type SheetField = OrderColumn | 'netTotal';

/** A file that a shop or a program writes, always with the same columns. */
export interface Layout {
  readonly name: LayoutName;
  /** Headers, as `plainName` has them, that together no other file has. */
  readonly signature: readonly string[];
  /** The headers of each field, best first; none leaves it unread. Other fields are read as in any sheet. */
  readonly columns: Partial<Record<SheetField, readonly string[]>>;
  /** Further columns that it has, which are not read. */
  readonly unread: readonly string[];
  /** The retailer of every row. */
  readonly retailer?: string;
  /** What a retailer is called here, as `nameKey` has it, and its usual name. */
  readonly retailers?: Readonly<Record<string, string>>;
  /** Whether times without a zone are UTC. */
  readonly isUtc?: true;
  /** Whether tax is per unit, and may be rounded by half a cent a unit. */
  readonly taxPerUnit?: true;
  /** Amounts of the whole line, to be divided by its quantity. */
  readonly perLine?: readonly ('price' | 'payout')[];
  /** What the earn rate is multiplied by. */
  readonly rateTimes?: number;
  /** Whether shipping, tax and discount are always the row's own. */
  readonly amounts?: 'row';
  /** Whether the total is price × quantity alone. */
  readonly totalOfPrice?: true;
  /** Group cells that mean something else than a group. */
  readonly notMine?: readonly string[];
  readonly noGroup?: readonly string[];
  /** Statuses of rows that are skipped with the cancelled. */
  readonly alsoCancelled?: readonly string[];
  /** Columns about the payment: rows that differ only there are one item. */
  readonly payment?: RegExp;
  readonly notice?: string;
}

/** Headers as the file has them, separated by commas. */
const headers = (text: string): readonly string[] => text.split(',').map(plainName);

export const layouts: readonly Layout[] = [
  {
    name: 'amazon',
    signature: ['website', 'orderid', 'unitprice', 'unitpricetax', 'shipmentitemsubtotal', 'asin'],
    columns: {
      orderNumber: ['orderid'],
      date: ['orderdate'],
      retailer: ['website'],
      status: ['orderstatus'],
      description: ['productname'],
      model: ['asin'],
      price: ['unitprice'],
      quantity: ['quantity', 'originalquantity'],
      shipping: ['shippingcharge'],
      tax: ['unitpricetax'],
      discount: ['totaldiscounts'],
      total: ['totalowed', 'totalamount'],
      card: ['paymentinstrumenttype', 'paymentmethodtype'],
      trackingNumber: ['carriernametrackingnumber'],
      shipTo: ['shippingaddress'],
      currency: ['currency'],
    },
    unread: headers(
      `Purchase Order Number, Shipment Item Subtotal, Shipment Item Subtotal Tax, Product Condition,
      Shipment Status, Ship Date, Shipping Option, Billing Address, Gift Message, Gift Sender Name,
      Gift Recipient Contact, Gift Recipient Contact Details, Item Serial Number`,
    ),
    retailers: { amazoncom: 'Amazon' },
    isUtc: true,
    taxPerUnit: true,
  },
  {
    name: 'amazon_business',
    signature: ['orderid', 'purchaseppu', 'itemquantity', 'itemnettotal', 'ordernettotal'],
    columns: {
      orderNumber: ['orderid'],
      date: ['orderdate'],
      status: ['orderstatus'],
      description: ['title'],
      model: ['asin'],
      price: ['purchaseppu'],
      quantity: ['itemquantity'],
      shipping: ['itemshippinghandling'],
      tax: ['itemtax'],
      discount: ['itempromotion'],
      total: ['itemnettotal'],
      netTotal: ['ordernettotal'],
      card: ['paymentidentifier'],
      // A seller at Amazon's is no retailer.
      retailer: [],
    },
    unread: headers(
      `Account Group, PO Number, Order Quantity, Order Subtotal, Order Shipping & Handling,
      Order Promotion, Order Tax, Approver, Account User, Account User Email, Invoice Status,
      Total Amount, Invoice Due Amount, Invoice Issue Date, Invoice Due Date, Payment Reference ID,
      Payment Date, Payment Amount, Payment Instrument Type, Amazon-Internal Product Category, UNSPSC,
      Segment, Family, Class, Commodity, Brand Code, Brand, Manufacturer, National Stock Number,
      Item model number, Part number, Product Condition, Company Compliance, Listed PPU, Item Subtotal,
      PO Line Item Id, Tax Exemption Applied, Tax Exemption Type, Tax Exemption Opt Out,
      Pricing Savings program, Pricing Discount applied, Receiving Status, Received Quantity,
      Received Date, Receiver Name, Receiver Email, GL Code, Department, Cost Center, Project Code,
      Location, Seller Name, Seller Credentials, Seller City, Seller State, Seller ZipCode`,
    ),
    retailer: 'Amazon',
    payment: /^payment/,
  },
  {
    name: 'walmart_exporter',
    signature: ['ordernumber', 'orderdate', 'productname', 'qty', 'price', 'status', 'ordertype'],
    columns: {
      orderNumber: ['ordernumber'],
      date: ['orderdate'],
      status: ['status'],
      description: ['productname'],
      price: ['price'],
      quantity: ['qty'],
      retailer: [],
    },
    unread: headers('Order Type'),
    retailer: 'Walmart',
    perLine: ['price'],
    notice: 'the sheet has no tax and no shipping, so the orders have none',
  },
  {
    name: 'bgl',
    signature: ['orderid', 'profile', 'itemname', 'costperitem', 'totalcost', 'buyinggroup'],
    columns: {
      orderNumber: ['orderid'],
      date: ['orderdate'],
      retailer: ['retailer'],
      group: ['buyinggroup'],
      status: ['status'],
      description: ['itemname'],
      price: ['costperitem'],
      quantity: ['quantity'],
      payout: ['expectedpayout'],
      shipping: ['shipping'],
      tax: ['salestax'],
      total: ['totalcost'],
      card: ['cardlast4', 'card'],
      earnRate: ['cashbackrate'],
      account: ['profile'],
      trackingNumber: ['trackingnumber'],
    },
    unread: headers('Shipment, Delivery Date, Card'),
    perLine: ['payout'],
    rateTimes: 100,
    amounts: 'row',
    totalOfPrice: true,
    notMine: ['personal'],
    noGroup: ['unclassified', 'giftcard'],
    alsoCancelled: ['superseded'],
  },
];

/** The layout of a file with this header. */
export function layoutOf(header: readonly string[]): Layout | undefined {
  const names = new Set(header.map(plainName));
  return layouts.find(({ signature }) => signature.every((name) => names.has(name)));
}

/** The layout's columns in a file, as `--map` would name them. */
export function layoutMap({ columns }: Layout, header: readonly string[]): readonly string[] {
  return Object.entries(columns).flatMap(([field, names]) => {
    const found = names.flatMap((name) => header.find((one) => plainName(one) === name) ?? []);
    return found[0] === undefined && names.length > 0 ? [] : [`${field}=${found[0] ?? ''}`];
  });
}
