import type { HelpRow, Topic } from '../../../cli/help';
import { limits } from '../../../contract/limits';
import { type ShipmentField, shipmentColumns } from '../../../imports/shipments/shipment-columns';
import { delimiters } from '../../../tabular/record';
import { foreign } from '../../../tabular/spellings';
import type { Outcome } from '../../../upload/outcome';

const meanings: Readonly<Record<ShipmentField, string>> = {
  retailer: 'The store; read from the order if there is no such column or the cell is blank',
  orderNumber: 'The order',
  trackingNumber:
    'One or more, separated by commas, semicolons, bars or line breaks, or by spaces if every piece is a tracking number; or one in groups that pass its check digit; columns Tracking 1, Tracking 2 and so on are all read',
};

const outcomes: Readonly<Record<Outcome, string>> = {
  added: 'New on the order',
  already_present: 'Already on the order',
  accepted: 'The service took it, but may have had it before; --verify finds out',
  duplicate: 'The same row appears earlier in the file',
  invalid: "Never sent: it can't be right",
  rejected: 'The service refused it; the message says why',
  not_sent: 'The run ended before sending it',
  unknown: 'The service may have taken it: the response was lost',
};

function listed(words: readonly string[], last: string): string {
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

const others: ReadonlySet<string> = new Set(Object.values(foreign).flat());
const inEnglish = (names: readonly string[]) => [
  ...new Set(names.filter((name) => !others.has(name))),
];

const delimiterNames = delimiters.map((one) => (one === '\t' ? 'tab' : one)).join(' ');

export const topic: Topic = {
  write(page) {
    page
      .text(
        `waybill shipments add --csv <file> uploads a file of tracking numbers, ${limits.shipments.maximum} per request, and reports the outcome of every row. waybill shipments check <file> checks the file and sends nothing.`,
      )
      .rows(
        'Columns',
        shipmentColumns.map(({ field }): HelpRow => [field, meanings[field]]),
      )
      .text(
        'waybill finds columns by their headers, regardless of case, spacing, punctuation and accents: Order #, Tracking and Store all work, and so do usual names in Spanish, German and French. Use --map <field>=<header> to name them yourself, or --no-header to use the first three as retailer, order number and tracking number. On a terminal, waybill shows the first rows and asks for a column that it does not find. The rejects file keeps the other columns, but cells of columns named for gift card codes, numbers or PINs are blank; it is a workbook if its name ends in .xlsx. With --excel, Excel keeps long numbers and leading zeros in csv files.',
      )
      .rows(
        'Known headers',
        shipmentColumns.map(({ field, names }): HelpRow => [field, listed(inEnglish(names), 'or')]),
      )
      .rows('Files', [
        ['workbooks', '.xlsx: the first sheet with the header; --sheet names a different one'],
        ['encoding', 'UTF-8 with or without byte order mark, UTF-16; --encoding windows-1252'],
        ['delimiter', `One of ${delimiterNames}, detected; --delimiter names it`],
        ['line breaks', 'LF, CRLF or CR'],
        ['header', 'Found in the first 15 lines; lines above it are skipped'],
      ])
      .text(
        "You can't take back a tracking number. waybill strips words, labels and carriers' links around a number. It reads several numbers of a carrier that it doesn't know if they look alike or are beside a number of a known carrier. It never sends a value that is not a tracking number (TBD, a carrier's name, fewer than six characters, the order's own number, a telephone number, an amount, 9.4E+21): such a row is invalid. It sends a doubtful number (no known carrier's format, a wrong check digit, zeros that a spreadsheet added or removed, the number of another of your orders) with a warning, and on a terminal it asks first; --strict makes it invalid. It skips lines without a tracking number.",
      )
      .text(
        "If a retailer differs from its order only in case, spacing or punctuation, waybill sends the order's spelling. --retailer-from-order takes every retailer from its order. If no order has exactly the number in the file, and exactly one has the same letters and digits (7745120936.0, #112-5550001, other dashes, other case), waybill sends that order's own number and says so; if two fit, the row is invalid.",
      )
      .rows('Outcomes of a row', Object.entries(outcomes))
      .text(
        'The rejects file has the rows to fix, original columns first. Fix them and upload that file next. If an upload is interrupted, run the same command again to resume it. Once every row is settled, the same command shows the same results and sends nothing. An edited file is a new job. --restart sends everything again. waybill replaces the results of an earlier run, and a rejects file that you have not edited; for any other file it asks first, and -y skips the question. /dev/null means not to write the file.',
      )
      .text(
        "waybill orders update --csv and waybill giftcards update --csv read the same kinds of files and report the same outcomes. Each row is an order, with columns for any of the service's fields, under the service's names, the names of the flags or those of people's sheets (Buying Group, Card Last 4); --map names them yourself. A card is an id, a nickname or a text that ends in its last digits; a row whose card is not exactly one is invalid. Dates may have a time, and --date-format dmy reads 01/02/2026 with the day first. An empty cell leaves its field unchanged. waybill does not send values that the order already has, and ignores fields that the service sets itself, so you can edit what waybill orders list -o csv or waybill query \"select * from orders\" -o csv prints and send it back; the workbook of waybill export has other columns. Money is in the unit of --money; if only columns with names of your own hold money, it is in dollars if one of the amounts shows it, and otherwise --money must say. No column takes redemption codes.",
      )
      .rows('More columns of an update', [
        ['order', 'Id or order number; without this column, orderNumber or id'],
        ['clear', 'Fields to clear, separated by commas, semicolons or spaces'],
        ['ifStatus', 'Update only if the order is in one of these statuses; also if-status'],
      ])
      .text(
        'An update saves the old values in a file; upload that file with the same command to undo the update. The summary and waybill jobs show name the file. If you upload a file of updates again, waybill sends only what differs by then.',
      )
      .text(
        'waybill orders create --csv and waybill giftcards create --csv create orders from sheets and exports: see waybill help orders-file.',
      )
      .lines('Examples', [
        '  # Check the file first',
        '  $ waybill shipments check shipments.csv',
        '  # Upload it, and keep the rows to fix',
        '  $ waybill shipments add --csv shipments.csv --rejects rejects.csv',
      ]);
  },
};
