import type { Topic } from '../../../cli/help';
import { layoutNames } from '../../../formats';
import { orderColumns } from '../../../imports/orders/columns';

export const topic: Topic = {
  write(page) {
    const fields = new Set(
      (['orders', 'giftcards'] as const).flatMap((noun) =>
        orderColumns(noun).map(({ field }) => field),
      ),
    );
    page
      .text(
        "waybill orders create --csv <file> and waybill giftcards create --csv <file> create orders from a sheet of your own or a retailer's export, as it is, and then add the tracking numbers in it (--no-shipments leaves them out). Rows with one order number make one order. What is not certain is refused with the reason, never guessed. --dry-run shows what would be sent.",
      )
      .rows('Files', [
        ['layouts', `${layoutNames.join(', ')}: known by their header; --layout decides`],
        [
          'columns',
          'Found by header, whatever its case, spaces, punctuation and accents, in English, Spanish, German and French',
        ],
        ['a missing one', 'Asked for on a terminal; else exit 2, with the command to copy'],
        ['--map', `<field>=<header>; fields are ${[...fields].join(', ')}`],
        ['--map <field>=', 'Leaves a field unread'],
        ['needed', 'orderNumber, date, retailer (or --retailer) and price'],
        ['dates', '2026-11-20, 11/20/2026, Nov 20, 2026; --date-format dmy for 20/11/2026'],
        ['money', 'Dollars if an amount has a decimal point or a sign, else --money says'],
        ['unitPrice', "The service's own name: cents, unless --money dollars"],
        ['total', 'Must be right to the cent: price × quantity + tax + shipping − discount'],
        ['--amounts', "Whether a tax or shipping that all rows repeat is the order's"],
        ['--save-mapping', 'Keeps --map, --money, --date-format and --layout for this header'],
      ])
      .text(
        'A group comes from --rules, else from the cell, else from --group; an order without one is refused. In a file of rules, shipTo, account and retailer are texts that must occur, and group, card, earnRate and status are what they decide; the first row that fits counts, and the group - means that the order is not yours to report. Rules may look at addresses, which are never sent, stored or printed. Cancelled rows and rows with a quantity of 0 are skipped.',
      )
      .text(
        "An order that the account has is already_present if its date, retailer and line items agree, and rejected as differs if not; nothing is changed either way. So next month's export is safe, even if it overlaps with this one. Fix a rule, or send the rejects file, and go on.",
      )
      .lines('Examples', [
        '  # See what an export would become',
        '  $ waybill orders create --csv examples/orders-amazon.csv --group bfmr --dry-run',
        '  # Create the orders, then add their tracking numbers',
        '  $ waybill orders create --csv examples/orders-amazon.csv --rules examples/order-rules.csv',
        '  # A sheet made by hand',
        '  $ waybill orders create --csv examples/orders-sheet.csv',
      ]);
  },
};
