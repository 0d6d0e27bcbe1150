/** The spreadsheets that are texts, each with one peculiarity, which is its name. */

const ups = '1Z999AA10123456784';
const usps = '9400111202555842332669';
const fedex = '986578788855';
const plain = `Retailer,Order Number,Tracking Number
Best Buy,BBY01-1,${ups}
Target,902070087790404,${usps}
`;
const german = `Händler;Bestellnummer;Sendungsnummer
Müller;B-1;${ups}
`;
const utf16 = (text) => Buffer.from(text, 'utf16le');

export const texts = {
  'comma.csv': plain,
  'semicolon.csv': plain.replaceAll(',', ';'),
  'tab.tsv': plain.replaceAll(',', '\t'),
  'tab-in-a-txt.txt': plain.replaceAll(',', '\t'),
  'bar.txt': plain.replaceAll(',', '|'),
  'comma-within-semicolons.csv': `Store;Order;Tracking;Notes
Best Buy, Inc.;A-1;${ups};left, at, the, back, door
`,
  'utf8-with-mark.csv': `\uFEFF${plain}`,
  'utf16-unicode-text.txt': utf16(`\uFEFF${plain.replaceAll(',', '\t')}`),
  'utf16-big-endian.csv': utf16(`\uFEFF${plain}`).swap16(),
  'utf16-without-mark.csv': utf16(plain),
  'windows-1252.csv': Buffer.from(
    `Retailer,Order,Tracking\nCaf\xe9 \x96 \x93Z\xfcrich\x94,A-1,${ups}\n`,
    'latin1',
  ),
  'windows-1252-behind-4-kib.csv': Buffer.from(
    `Retailer,Order,Tracking,Notes\n${Array.from({ length: 50 }, (_, row) => `Target,A-${row},${ups},${'x'.repeat(100)}\n`).join('')}Caf\xe9,A-2,${fedex},\n`,
    'latin1',
  ),
  'carriage-returns.csv': plain.replaceAll('\n', '\r'),
  'mixed-line-breaks.csv': `Store,Order,Tracking\r\nTarget,A-1,${ups}\nTarget,A-2,${fedex}\rTarget,A-3,${usps}\r\n`,
  'no-final-line-break.csv': plain.trimEnd(),
  'excel-sep-line.csv': `sep=;\r\nStore;Order;Tracking\r\nTarget, Inc.;A-1;${ups}\r\n`,
  'excel-sep-line-quoted.csv': `"sep=|"\nStore|Order|Tracking\nTarget;A,B|A-1|${ups}\n`,
  'excel-sep-tab.txt': `sep=\t\nStore\tOrder\tTracking\nTarget\tA-1\t${ups}\n`,
  'equals-quoted-cells.csv': `Store,Order,Tracking\n"=""Target""","=""00123456""","=""${usps}"""\n="Lowe's",="A-2",="${fedex}"\n`,
  'apostrophe-before-a-sign.csv': `Store,Order,Tracking\n'=Target,'-77,${ups}\n`,
  'leading-zeros.csv': `Store,Order,Tracking\nTarget,000123,03071790000523483741\n`,
  'title-above-the-header.csv': `Shipments for June\nStore,Order #,Tracking #\nTarget,A-1,${ups}\n`,
  'title-and-blank-lines.csv': `My shipments,,\n\n,,\nExported 2025-06-30,,\n\nStore,Order #,Tracking #\nTarget,A-1,${ups}\n`,
  'title-with-commas.csv': `Orders, shipments, and more, for June, 2025\nStore;Order;Tracking\nTarget;A-1;${ups}\n`,
  'header-on-line-15.csv': `${'note,,\n'.repeat(14)}Store,Order,Tracking\nTarget,A-1,${ups}\n`,
  'header-on-line-16.csv': `${'note,,\n'.repeat(15)}Store,Order,Tracking\nTarget,A-1,${ups}\n`,
  'no-header.csv': `Target,A-1,${ups}\nTarget,A-2,${fedex}\n`,
  'header-po-seller-package.csv': `PO #,Seller,Package ID\nA-1,Target,${ups}\n`,
  'header-merchant-order-no.csv': `Date,Merchant,Order No.,Tracking Number(s)\n2025-06-01,Target,A-1,${ups}\n`,
  'header-vendor-tracking-id.csv': `Vendor,Order ID,Tracking ID\nTarget,A-1,${ups}\n`,
  'header-sold-by-shipment.csv': `Sold By,Purchase Order,Carrier Tracking #\nTarget,A-1,${ups}\n`,
  'header-in-capitals.csv': `RETAILER_NAME,ORDER_NUMBER,TRACKING_NUMBER\nTarget,A-1,${ups}\n`,
  'header-with-a-line-break.csv': `"Store\nname","Order\nnumber","Tracking\nnumber"\nTarget,A-1,${ups}\n`,
  'header-with-odd-spaces.csv':
    `\u00a0 Store ,Order\u00a0 Number,\u200bTracking \u2116 number\nTarget,A-1,${ups}\n`.replace(
      '\u2116 ',
      '',
    ),
  'header-in-full-width.csv': `Ｓｔｏｒｅ,Ｏｒｄｅｒ,Ｔｒａｃｋｉｎｇ\nTarget,A-1,${ups}\n`,
  'columns-in-another-order.csv': `Notes,Tracking,Qty,Store,Price,Order\nfirst,${ups},2,Target,$19.99,A-1\n`,
  'german-header.csv': german,
  'two-order-columns.csv': `Store,Order #,order#,Tracking\nTarget,A-1,A-2,${ups}\n`,
  'order-id-beside-order-number.csv': `Store,Order ID,Order Number,Tracking\nTarget,77,A-1,${ups}\n`,
  'tracking-columns.csv': `Store,Order,Tracking 1,Tracking 2,Tracking 3\nTarget,A-1,${ups},${fedex},\nTarget,A-2,,,${usps}\n`,
  'tracking-and-tracking-2.csv': `Store,Order,Tracking #,Tracking #2\nTarget,A-1,${ups},${fedex}\n`,
  'tracking-columns-repeating-one.csv': `Store,Order,Tracking 1,Tracking 2\nTarget,A-1,${ups},${ups}\n`,
  'several-with-commas.csv': `Store,Order,Tracking\nTarget,A-1,"${ups}, ${fedex}"\n`,
  'several-with-line-breaks.csv': `Store,Order,Tracking\nTarget,A-1,"${ups}\n${fedex}"\nTarget,A-2,${usps}\n`,
  'several-with-spaces.csv': `Store,Order,Tracking\nTarget,A-1,${ups} ${fedex}\n`,
  'number-in-groups.csv': `Store,Order,Tracking\nTarget,A-1,9400 1112 0255 5842 3326 69\n`,
  'blank-lines-between.csv': `Store,Order,Tracking\n\nTarget,A-1,${ups}\n,,\n  ,  ,  \n\nTarget,A-2,${fedex}\n\n\n`,
  'quoted-notes.csv': `Store,Order,Tracking,Notes\n"Best Buy, Inc.",A-1,${ups},"said ""leave it"",\nthen left"\nTarget,A-2,${fedex},\n`,
  'quote-never-closed.csv': `Store,Order,Tracking\nTarget,A-1,${ups}\n"Target,A-2,${fedex}\nTarget,A-3,${usps}\n`,
  'quote-that-swallows-lines.csv': `Store,Order,Tracking\nTarget,A-1,${ups}\n"Target,A-2,${fedex}\nTarget,A-3,${usps}\n"Best Buy, Inc.",A-4,${ups}\n`,
  'inches-in-a-cell.csv': `Store,Order,Tracking,Notes\nTarget,A-1,${ups},TV 55" black\n`,
  'row-with-a-cell-too-many.csv': `Store,Order,Tracking\nBest Buy, Inc.,A-1,${ups}\nTarget,A-2,${fedex}\n`,
  'rows-with-cells-too-few.csv': `Store,Order,Tracking,Notes,More\nTarget,A-1,${ups}\n`,
  'commas-at-the-ends.csv': `Store,Order,Tracking,,,\nTarget,A-1,${ups},,,\nTarget,A-2,${fedex},,,,,\n`,
  'same-row-twice.csv': `Store,Order,Tracking\nTarget,A-1,${ups}\nTarget,A-1,${ups}\n`,
  'power-of-ten.csv': `Store,Order,Tracking\nTarget,A-1,9.40011E+21\nTarget,A-3,${ups}\n`,
  'error-values.csv': `Store,Order,Tracking\nTarget,A-1,#N/A\nTarget,A-2,#REF!\nTarget,A-3,########\n`,
  'zeros-from-the-16th-digit.csv': `Store,Order,Tracking\nTarget,A-1,9400111202555840000000\n`,
  'lower-case-number.csv': `Store,Order,Tracking\nTarget,A-1,1z999aa10123456784\n`,
  'nul-character.csv': `Store,Order,Tracking\nTarget,A-1,${ups}\nTarget,A-2,98657\x0088855\n`,
  'one-mebibyte-cell.csv': `Store,Order,Tracking,Notes\nTarget,A-1,${ups},${'note '.repeat(209_715)}\nTarget,A-2,${fedex},\n`,
  'proto-header.csv': `__proto__,constructor,toString,Store,Order,Tracking\na,b,c,Target,A-1,${ups}\n`,
  'formulas-in-notes.csv': `Store,Order,Tracking,Notes\nTarget,A-1,${ups},"=HYPERLINK(""http://x.example"",""y"")"\nTarget,A-2,${fedex},@SUM(1+1)\n`,
  'fixed-rejects.csv': `Store,Order,Tracking,waybill_line,waybill_outcome,waybill_message\r\nTarget,A-1,${ups},7,rejected,There is no such order\r\n`,
  'order-numbers-of-stores.csv': `Store,Order,Tracking\nAmazon,112-1234567-1234567,TBA000000000000\nBest Buy,BBY01-806999999999,${ups}\nHome Depot,WG12345678,${fedex}\n`,
  'accents-and-emoji.csv': `Store,Order,Tracking\nCafé Zoë 🎁,Ä-1,${ups}\n`,
  'header-only.csv': 'Store,Order,Tracking\n',
  'nothing.csv': '',
  'line-breaks-only.csv': '\r\n\r\n\r\n',
  'web-page-named-as-xls.xls': `<html><head><title>Orders</title></head><body><table><tr><td>Order</td></tr></table></body></html>\n`,
  'xml-spreadsheet.xls': `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>\n`,
  // The first bytes of an Office document with a password, and the name of its encrypted part.
  'protected-by-a-password.xlsx': Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1000),
    utf16('EncryptedPackage'),
    Buffer.alloc(1000, 7),
  ]),
  // Their outcomes depend on the rules about what is not a tracking number.
  'junk-words.csv': `Store,Order,Tracking\nTarget,A-1,n/a\nTarget,A-2,TBD\nTarget,A-3,-\nTarget,A-4,pending\nTarget,A-5,UPS\nTarget,A-6,/\nTarget,A-7,12345\nTarget,A-8,${ups}\n`,
  'junk-order-number-again.csv': `Store,Order,Tracking\nTarget,902070087790404,902070087790404\n`,
  'junk-power-of-ten-with-a-comma.csv': `Store;Order;Tracking\nTarget;A-1;9,40011E+21\nTarget;A-2;${ups}\n`,
  'junk-labels-around.csv': `Store,Order,Tracking\nTarget,A-1,UPS: ${ups}\nTarget,A-2,FedEx ${fedex}\n`,
  'junk-tracking-links.csv': `Store,Order,Tracking\nTarget,A-1,https://www.ups.com/track?tracknum=${ups}\nTarget,A-2,https://www.fedex.com/fedextrack/?trknbr=${fedex}\n`,
  'junk-amazon-export.csv': `Order ID,Seller,Carrier Name & Tracking Number\n112-1234567-1234567,Amazon.com,AMZN_US(TBA000000000000)\n`,
  'junk-no-tracking-number.csv': `Store,Order,Tracking\nTarget,A-1,\nTarget,A-2,${ups}\n`,
  'junk-no-retailer-column.csv': `Order,Tracking\nA-1,${ups}\n`,
};
