import type { Row } from '../../../cli/help';
import { limits } from '../../../contract/limits';
import { delimiters } from '../../../tabular/table';
import type { Outcome } from '../../../upload/outcome';
import { type ShipmentField, shipmentColumns } from '../../../upload/shipments/shipment-columns';
import type { Topic } from '../topics';

const meanings: Readonly<Record<ShipmentField, string>> = {
  retailer: 'The store; read from the order where there is no such column, or the cell is blank',
  orderNumber: 'The order',
  trackingNumber:
    'One or several, with a comma, semicolon, bar or line break between, or a space where every piece is a tracking number by itself; Tracking 1, Tracking 2 and so on are all read',
};

const outcomes: Readonly<Record<Outcome, string>> = {
  added: 'It is new on the order',
  already_present: 'The order had it before',
  accepted: 'Taken; whether it is new is not known. --verify finds out',
  duplicate: 'The same row stands earlier in the file',
  invalid: 'Never sent: it cannot be right',
  rejected: 'The service refused it; the message says why',
  not_sent: 'The run ended before it was its turn',
  unknown: 'It may have been taken: the response was lost',
};

function listed(words: readonly string[], last: string): string {
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

const delimiterNames = delimiters.map((one) => (one === '\t' ? 'tab' : one)).join(' ');

export const topic: Topic = {
  write(page) {
    page
      .text(
        `waybill shipments add --csv <file> sends a whole file of tracking numbers, ${limits.shipments.maximum} a request, and tells of every row what became of it. waybill shipments check <file> looks the file over and sends nothing.`,
      )
      .rows(
        'Columns',
        shipmentColumns.map(({ field }): Row => [field, meanings[field]]),
      )
      .text(
        'They are found by their headers, whatever the case, spacing or punctuation: Order #, Tracking and Store will do. --map <field>=<header> names them by hand; --no-header takes the first three. Other columns are kept for the rejects file, which is a workbook where its name ends in .xlsx. With --excel csv is written so that Excel keeps long numbers and leading zeros.',
      )
      .rows(
        'Headers that are known',
        shipmentColumns.map(({ field, names }): Row => [field, listed(names, 'or')]),
      )
      .rows('Files', [
        ['workbooks', '.xlsx: the first sheet with the header; --sheet names another'],
        ['encoding', 'UTF-8 with or without byte order mark, UTF-16; --encoding windows-1252'],
        ['delimiter', `One of ${delimiterNames}, found by itself; --delimiter names it`],
        ['line breaks', 'LF, CRLF or CR'],
        ['header', 'Looked for in the first 15 lines; titles above it are left out'],
      ])
      .text(
        "A tracking number cannot be taken back. Words, labels and carriers' links around a number are stripped. What is no number (TBD, a carrier's name, fewer than six characters, the order's own number, 9.4E+21) is invalid and never sent. A doubtful one (no known carrier's form, a wrong check digit, zeros that a spreadsheet put or took) is sent with a warning, after a question on a terminal; --strict makes it invalid. A line without a tracking number is skipped.",
      )
      .text(
        'A retailer that differs from its order only in case, spacing or punctuation is sent as the order has it; --retailer-from-order takes every retailer from its order.',
      )
      .rows('What becomes of a row', Object.entries(outcomes))
      .text(
        'The rejects file holds the rows to mend, original columns first; mended, it is the next input. Cut off at any moment, the same command resumes where it stopped; run again when all is settled, it shows the same results and sends nothing. An edited file is a new job, and --restart sends everything again.',
      )
      .text(
        "waybill orders update --csv and waybill giftcards update --csv read files and end their rows in the same way: a row an order, and any of the service's fields, by its names or the flags'. An empty cell leaves a field alone. What an order holds already is not sent, and fields that the service sets itself are ignored: an export can be edited and sent back. Money is in the unit of --money. Redemption codes are in no column.",
      )
      .rows('Columns of an update beside the fields', [
        ['order', 'Id or order number; orderNumber or id where there is no such column'],
        ['clear', 'Fields to empty, with a comma, semicolon or space between'],
        ['ifStatus', 'Update only where the order is in one of these now; also if-status'],
      ])
      .text(
        'What an update replaced is kept as a file that the same command takes back; the summary and waybill jobs show name it. Sent once more, a file of updates sends nothing while its orders are as it left them, and everything where they were changed since.',
      )
      .text(
        'waybill orders create --csv and waybill giftcards create --csv make orders: a row a line item, and rows with one orderNumber make one order.',
      )
      .lines('Examples', [
        '  # Look it over first',
        '  $ waybill shipments check shipments.csv',
        '  # Send it, and keep what is left to mend',
        '  $ waybill shipments add --csv shipments.csv --rejects rejects.csv',
      ]);
  },
};
