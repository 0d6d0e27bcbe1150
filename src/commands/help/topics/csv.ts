import type { Row } from '../../../cli/help';
import { limits } from '../../../contract/limits';
import { delimiters } from '../../../tabular/table';
import type { Outcome } from '../../../upload/outcome';
import { type ShipmentField, shipmentColumns } from '../../../upload/shipments/shipment-columns';
import type { Topic } from '../topics';

const meanings: Readonly<Record<ShipmentField, string>> = {
  retailer: 'The store',
  orderNumber: 'The order',
  trackingNumber: 'One or several, with a comma, semicolon, space or line break between',
};

const outcomes: Readonly<Record<Outcome, string>> = {
  added: 'It is new on the order',
  already_present: 'The order had it before',
  accepted: 'Taken; the service did not say which of the two. --verify finds out',
  duplicate: 'The same row stands earlier in the file',
  invalid: 'Never sent: it cannot be right',
  rejected: 'The service refused it; the message says why',
  not_sent: 'The run ended before it was its turn',
  unknown: 'It may have been taken: the answer was lost',
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
        'They are found by their headers, whatever the case, spacing or punctuation: Order #, Tracking and Store will do. --map <field>=<header> names them by hand; --no-header takes the first three. Other columns are kept for the rejects file.',
      )
      .rows(
        'Headers that are known',
        shipmentColumns.map(({ field, names }): Row => [field, listed(names, 'or')]),
      )
      .rows('Files', [
        ['encoding', 'UTF-8 with or without byte order mark, UTF-16'],
        ['delimiter', `One of ${delimiterNames}, found by itself; --delimiter names it`],
        ['line breaks', 'LF, CRLF or CR'],
      ])
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
