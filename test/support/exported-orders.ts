/** A file as a shop or a program writes it, with what its orders cost. */
export interface ExportedOrders {
  readonly layout?: string;
  /** The flags that it needs besides a group. */
  readonly flags?: readonly string[];
  readonly lines: readonly string[];
  /** What each order costs in all, in cents, as reckoned by hand. */
  readonly costs: Readonly<Record<string, number>>;
}

/** One file of every kind that people are known to have; persons and numbers are invented. */
export const exportedOrders: Readonly<Record<string, ExportedOrders>> = {
  "Amazon, your account's data": {
    layout: 'amazon',
    lines: [
      'Website,Order ID,Order Date,Purchase Order Number,Currency,Unit Price,Unit Price Tax,Shipping Charge,Total Discounts,Total Owed,Shipment Item Subtotal,Shipment Item Subtotal Tax,ASIN,Product Condition,Quantity,Payment Instrument Type,Order Status,Shipment Status,Ship Date,Shipping Option,Shipping Address,Billing Address,Carrier Name & Tracking Number,Product Name,Gift Message,Gift Sender Name,Gift Recipient Contact Details,Item Serial Number',
      "Amazon.com,111-2223334-5556667,2026-05-03T01:12:44Z,Not Applicable,USD,49.99,4.12,0,'-5.00',103.22,99.98,,B0TEST1234,,2,Visa - 4637,Closed,Shipped,,,12 Canary,,AMZN_US(TBA310000000011) and UPS(1Z12345E6605272234),AirPods,,,,",
      'Amazon.com,111-2223334-5556667,2026-05-03T01:12:44Z,Not Applicable,USD,10.00,0.83,0,0,10.83,10,,B0TEST2,,1,Visa - 4637,Closed,Shipped,,,12 Canary,,AMZN_US(TBA310000000011) and UPS(1Z12345E6605272234),Case,,,,',
      "Amazon.com,111-0000000-1111111,2026-05-03T01:12:44Z,Not Applicable,USD,49.99,4.12,0,'-5.00',103.22,99.98,,B0TEST1234,,2,Visa - 4637,Cancelled,Shipped,,,12 Canary,,AMZN_US(TBA310000000011) and UPS(1Z12345E6605272234),AirPods,,,,",
    ],
    costs: { '111-2223334-5556667': 11405 },
  },
  'Amazon, the same since 2026': {
    layout: 'amazon',
    lines: [
      'ASIN,Billing Address,Carrier Name & Tracking Number,Currency,Gift Message,Gift Recipient Contact,Gift Sender Name,Item Serial Number,Order Date,Order ID,Order Status,Original Quantity,Payment Method Type,Product Condition,Product Name,Purchase Order Number,Ship Date,Shipment Item Subtotal,Shipment Item Subtotal Tax,Shipment Status,Shipping Address,Shipping Charge,Shipping Option,Total Amount,Total Discounts,Unit Price,Unit Price Tax,Website',
      "B0TEST1234,,AMZN_US(TBA310000000011) and UPS(1Z12345E6605272234),USD,,,,,2026-05-03T01:12:44Z,111-2223334-5556668,Closed,2,Visa - 4637,,AirPods,Not Applicable,,99.98,,Shipped,12 Canary,0,,103.22,'-5.00',49.99,4.12,Amazon.com",
    ],
    costs: { '111-2223334-5556668': 10322 },
  },
  'Amazon Business, orders report': {
    layout: 'amazon_business',
    lines: [
      'Order Date,Order ID,Account Group,PO Number,Order Quantity,Currency,Order Subtotal,Order Shipping & Handling,Order Promotion,Order Tax,Order Net Total,Order Status,Payment Instrument Type,Payment Identifier,ASIN,Title,Listed PPU,Purchase PPU,Item Quantity,Item Subtotal,Item Shipping & Handling,Item Promotion,Item Tax,Item Net Total',
      '05/03/2026,112-1112223-4445556,,PO-77,3,USD,150.00,5.99,-5.99,14.40,164.40,Closed,Visa,4637,B0T1,iPad,70,60.00,2,120.00,5.99,-5.99,11.90,131.90',
      '05/03/2026,112-1112223-4445556,,PO-77,3,USD,150.00,5.99,-5.99,14.40,164.40,Closed,Visa,4637,B0T2,Pen,70,30.00,1,30.00,0,0,2.50,32.50',
    ],
    costs: { '112-1112223-4445556': 16440 },
  },
  'Amazon, an order history tool': {
    layout: 'amazon_history',
    lines: [
      'Order ID,Order Date,ASIN,Product Name,Condition,Quantity,Unit Price,Item Total,Seller,Subscribe & Save,Order Subtotal,Order Shipping,Order Tax,Order VAT,Order Promotion,Order Total,Order Grand Total,Order Status,Recipient,Address Line 1,City,State,ZIP,Country,Payment Method,Card Last 4,Product URL,Image URL,Order URL,Region',
      '116-0000001-0000001,2026-02-01,B0A,Pad,New,2,10.00,20.00,Acme LLC,No,25.00,4.00,2.00,0.00,-1.00,30.00,30.00,Closed,A,1 Main,,,,,Visa,4637,,,,US',
      '116-0000001-0000001,2026-02-01,B0B,Pen,New,1,5.00,5.00,Acme LLC,No,25.00,4.00,2.00,0.00,-1.00,30.00,30.00,Closed,A,1 Main,,,,,Visa,4637,,,,US',
    ],
    costs: { '116-0000001-0000001': 3000 },
  },
  'Amazon, an order history exporter': {
    lines: [
      'Order ID,Order Date,ASIN,Product Name,Condition,Quantity,Unit Price,Item Total,Card Last 4',
      '113-1-1,"July 1, 2026",B0,Pad,New,2,$10.50,$21.00,4637',
      '113-1-1,"July 1, 2026",B1,Pen,New,1,$3.00,$3.00,4637',
    ],
    costs: { '113-1-1': 2400 },
  },
  'Amazon, a Firefox exporter': {
    flags: ['--difference', 'tax'],
    lines: [
      'Order ID,Order Date,Item Title,Item ASIN,Item Price,Item Quantity,Total Amount,Status,Details URL',
      '114-1-2,2026-7-1,Pad,B1,10.50,2,22.73,Delivered,https://a.com/gp?id=1',
      '114-1-3,2026-7-2,Pad,B1,10.00,1,16.20,Delivered,',
      '114-1-3,2026-7-2,Pen,B2,5.00,1,16.20,Delivered,',
    ],
    costs: { '114-1-2': 2273, '114-1-3': 1620 },
  },
  'Amazon, an English exporter': {
    flags: ['--difference', 'tax'],
    lines: [
      'Order ID,Order Date,Total Amount,Currency,Total Savings,Status,Item Title,Item ASIN,Item Quantity,Item Price,Item Discount,Promotions,Item URL,Details URL',
      '117-0000001-0000001,2026-02-01,22.73,USD,0.00,Delivered,Pad,B1,2,10.50,0.00,,,',
      '117-0000001-0000002,2026-02-01,16.20,USD,0.00,Delivered,Pad,B1,1,10.00,0.00,,,',
      '117-0000001-0000002,2026-02-01,16.20,USD,0.00,Delivered,Pen,B2,1,5.00,0.00,,,',
    ],
    costs: { '117-0000001-0000001': 2273, '117-0000001-0000002': 1620 },
  },
  'Amazon, a fetcher': {
    lines: [
      'Order Date,Amazon Order Id,Title,ASIN,Quantity,Unit Price,Item Subtotal,Order Tax,Order Total,Merchant',
      '2026-02-01,118-5550051-0000051,Bananas,B0E1,2,5.00,10.00,0.98,15.98,Amazon.com',
      '2026-02-01,118-5550051-0000051,Cable,B0E2,1,5.00,5.00,0.98,15.98,Acme LLC',
    ],
    costs: { '118-5550051-0000051': 1598 },
  },
  'Amazon, azad, items': {
    layout: 'azad',
    lines: [
      'order id,order url,order date,quantity,description,item url,price,subscribe & save,ASIN,category,delivered,shipping status,transaction,tracking link,tracking id,shipment id',
      '115-0000003-0000003,https://amazon.com/x,2026-02-01,2,Pad,u,$10.00,,B0A,x,Yes,Delivered Feb 2,$21.60,https://track.amazon.com/tracking/TBA310000000011,TBA310000000011,s1',
      '115-0000003-0000003,https://amazon.com/x,2026-02-01,1,Cup,u,$4.00,,B0B,x,Yes,Delivered Feb 2,$21.60,https://track.amazon.com/tracking/TBA310000000011,TBA310000000011,s1',
      ',,,3,,,$24.00,,,,,,,,,',
    ],
    costs: { '115-0000003-0000003': 2400 },
  },
  'Amazon, azad, orders': {
    lines: [
      'order id,order url,items,to,date,total,shipping,shipping_refund,gift,tax,refund,payments,invoice',
      '115-0000003-0000003,u,Pad; Cup,Ann,2026-02-01,$25.92,$0.00,$0.00,$0.00,$1.92,$0.00,Visa 4637: $25.92,u',
    ],
    costs: { '115-0000003-0000003': 2592 },
  },
  'Walmart, items as a sheet': {
    layout: 'walmart_exporter',
    lines: [
      'Order Number,Order Date,Product Name,Qty,Price,Status,Order Type',
      '200015550010007,"Jul 01, 2026",Echo,3,$89.97,Delivered,Online',
      '200015550010007,"Jul 01, 2026",Dot,1,$9.97,Canceled,Online',
    ],
    costs: { '200015550010007': 8997 },
  },
  'Walmart, items as CSV': {
    layout: 'walmart_exporter',
    lines: [
      'Order Number,Order Date,Product Name,Quantity,Price,Delivery Status,Product Link',
      '200015550010001,"Feb 16, 2026",Tablet 11 in,2,398,Delivered,https://www.walmart.com/ip/1',
      '200015550010001,"Feb 16, 2026",Case,1,19.97,Canceled,https://www.walmart.com/ip/2',
      '200015550010002,"Feb 17, 2026",Charger,3,44.91,Delivered,https://www.walmart.com/ip/3',
      '77501234500010001234,"Feb 18, 2026",Batteries,1,9.42,Purchased in store,',
    ],
    costs: { '200015550010001': 39800, '200015550010002': 4491, '77501234500010001234': 942 },
  },
  'Walmart, quick export': {
    layout: 'walmart_exporter',
    lines: [
      'Order Number,Order Date,Item,Qty,Price,Status',
      '200015550010008,"Feb 16, 2026",Tab,2,$180.00,Delivered',
    ],
    costs: { '200015550010008': 18000 },
  },
  'Walmart, the older sheet': {
    layout: 'walmart_exporter',
    lines: [
      'Order Number,Order Date,Shipping Address,Payment Method,Payment Messages,Subtotal (Before Savings),Savings,Subtotal,Bag Fee,Delivery Charges,Tax,Tip,Donations,Order Total,Payment Split,Refund,Product Name,Quantity,Price,Delivery Status,Product Link,Thumbnail',
      '200015550010009,"Feb 16, 2026",1 Main,Visa,,$210.00,-$10.00,$200.00,$0.50,$4.00,$16.00,$0.00,$0.00,$220.50,,,Tab,2,$180.00,Delivered,,',
      '200015550010009,"Feb 16, 2026",1 Main,Visa,,$210.00,-$10.00,$200.00,$0.50,$4.00,$16.00,$0.00,$0.00,$220.50,,,Pen,1,$30.00,Delivered,,',
    ],
    costs: { '200015550010009': 22050 },
  },
  'Best Buy, a mail scraper': {
    flags: ['--retailer', 'Best Buy', '--difference', 'tax'],
    lines: [
      'Product,Price,Quantity,Total Price,Order Date,Order Number,Status,Tracking Number 1,Tracking Number 2,Email Address',
      'Pad,$10.00,2,$21.60,02/01/2026,BBY01-806900000012,Shipped,1Z999AA10123456784,,a@example.com',
      'Pen,$10.00,1,$10.00,02/01/2026,BBY01-806900000013,Cancelled,,,a@example.com',
    ],
    costs: { 'BBY01-806900000012': 2160 },
  },
  'Costco, receipts': {
    layout: 'costco',
    lines: [
      'order_number,receipt_id,receipt_type,transaction_date,warehouse_info,item_sku,item_name,item_actual_name,item_description_2,item_weight,full_item_image,quantity,unit_price,line_total,department_id,tax_flag,isFSAEligible,subtotal,instant_savings,discount_amount,shop_card_applied,coupon_applied,tax_total,shipping_handling,delivery_fees,surcharges,surcharge_reason,final_total,payment_methods,raw_receipt_hash',
      '1012345678,r1,online,2026-02-01,w,11,PAD,Pad 11,,,,2,100.00,200.00,1,Y,N,230.00,20.00,0.00,0.00,0.00,16.00,5.00,1.00,0.50,,232.50,Visa,h',
      '1012345678,r1,online,2026-02-01,w,12,PEN,Pen,,,,1,30.00,30.00,1,Y,N,230.00,20.00,0.00,0.00,0.00,16.00,5.00,1.00,0.50,,232.50,Visa,h',
      '1012345679,r1,online,2026-02-01,w,11,PAD,Pad 11,,,,1,100.00,100.00,1,Y,N,100.00,0.00,0.00,0.00,0.00,8.00,0.00,0,0,,108.00,Visa,h',
    ],
    costs: { '1012345678': 23250, '1012345679': 10800 },
  },
  'Home Depot Pro, details': {
    layout: 'home_depot',
    lines: [
      'Purchase History',
      'Company: X',
      'From: 2026-01-01',
      'To: 2026-03-01',
      '1 Main Street, Springfield',
      'Date,Store Number,Transaction ID,Register Number,Project Name,Job Name,SKU Number,SKU Description,Quantity,Unit price,Department Name,Class Name,Subclass Name,Program Discount Amount,Program Discount Indicator,Other Discount Amount,Extended Retail (before discount),Net Unit Price,Internet SKU,Purchaser,Order Number,Invoice Number,Card/Account Nickname',
      '2026-02-01,8119,1,,,,1001,Drill,2,100.00,,,,10.00,Y,0.00,200.00,95.00,,,WG12345678,I,Gold',
      '2026-02-02,8119,1,,,,1002,Drill,1,100.00,,,,10.00,Y,0.00,200.00,50.00,,,,I,Gold',
    ],
    costs: { WG12345678: 19000 },
  },
  'Buying Group Ledger': {
    layout: 'bgl',
    lines: [
      'Order Date,Status,Profile,Retailer,Item Name,Quantity,Order ID,Tracking Number,Shipment,Delivery Date,Cost Per Item,Shipping,Total Cost,Card,Buying Group,Card Last 4,Sales Tax,Cashback Rate,Expected Payout',
      '5/3/26,Delivered,me@example.com,Best Buy,AirTag,2,BBY01-807199999999,1Z999AA10123456784,1,5/6/26,20.00,5.00,40.00,Ink,BFMR,4637,3.30,0.02,43.00',
    ],
    costs: { 'BBY01-807199999999': 4830 },
  },
  'Gus sheet': {
    flags: ['--retailer', 'Costco', '--prices', 'unit', '--payouts', 'unit'],
    lines: [
      'ITEM NAME,QTY,ORDER #,PURCHASE $,PAYOUT $,DATE,CASHBACK %,ACCOUNT,STATUS',
      'Pad,1.0,9001,"$1,299.00","$1,310.00",7/1/26,5%,a@example.com,Shipped',
      'Pen,2,9002,$12.00,$13.00,7/1/26,5%,a@example.com,Shipped',
    ],
    costs: { '9001': 129900, '9002': 2400 },
  },
  'orders joined to their items': {
    lines: [
      'Order Number,Date,Store,Description,ASIN,Qty,Price,Subtotal,Order Subtotal,Tax Total,Shipping Total,Discount Total,Grand Total',
      'J-1,2026-02-01,Amazon,one,B0,2,5.00,10.00,15.00,1.20,3.00,2.00,17.20',
      'J-1,2026-02-01,Amazon,two,B1,1,5.00,5.00,15.00,1.20,3.00,2.00,17.20',
    ],
    costs: { 'J-1': 1720 },
  },
  "a reseller's tracker": {
    flags: ['--prices', 'line'],
    lines: [
      'Buying Group,Order Date,Order Number,Email,Retailer,Items Purchased,Quantity,Cost,Deal Type,Credit Card Used,Cashback,Rebate,Status',
      'BFMR,02/01/2026,T-1,a@example.com,Target,Pad,2,$398.00,Deal,4637,5%,,Shipped',
      'BFMR,02/01/2026,T-2,a@example.com,Target,Pad,1,$9.00,Deal,4637,5%,,Shipped',
    ],
    costs: { 'T-1': 39800, 'T-2': 900 },
  },
  'made by hand': {
    flags: ['--payouts', 'unit'],
    lines: [
      'Order #,Order Date,Store,Item,Qty,Price,Payout,Group,Card',
      'A-1,07/01/2026,Target,Pad,1,10.50,11,BFMR,Ink Cash',
      'A-2,07/02/2026,Target,Pad,2,10.50,11,BFMR,Ink Cash',
    ],
    costs: { 'A-1': 1050, 'A-2': 2100 },
  },
};

/** The rows of a file as those of other orders, with more digits in each number. */
export function renumbered(
  { lines, costs }: Pick<ExportedOrders, 'lines' | 'costs'>,
  digits: string,
): readonly string[] {
  const numbers = Object.keys(costs);
  return lines.flatMap((line) => {
    const number = numbers.find((one) => line.includes(one));
    return number === undefined ? [] : line.replaceAll(number, otherNumber(number, digits));
  });
}

export const otherNumber = (number: string, digits: string) =>
  `${number.slice(0, -1)}${digits}${number.slice(-1)}`;
