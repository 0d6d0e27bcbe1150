import type { Topic } from '../../../cli/help';

export const topic: Topic = {
  write(page) {
    page
      .text(
        'The service uses integer cents; people use dollars. Money is never a fraction of a cent.',
      )
      .rows('Where', [
        ['tables', 'Dollars: $1,234.56'],
        ['json, ndjson', 'Cents, as the service sends them: 123456'],
        ['csv, tsv', 'Cents, in output and input; with --money dollars: 1234.56'],
        ['flags', 'Dollars: 12, 12.3, 12.34 or $1,234.56'],
        ['--from-json', "Cents: a body in the service's own fields and units"],
        ['redemption codes', 'The value is in dollars everywhere'],
      ])
      .text(
        "12.345 is an error: there are no half cents. If money is in cents, waybill refuses a file of orders or line items whose money columns contain dollars (a currency sign or decimals, even if only a workbook's number format shows them) and sends none of it. To save --money in a profile, run waybill config set money dollars.",
      );
  },
};
