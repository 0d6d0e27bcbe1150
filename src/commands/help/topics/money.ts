import type { Topic } from '../topics';

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
        '12.345 is an error: there are no half cents. While money is in cents, waybill sends nothing of a file of orders or line items that has dollars in a column of money: a currency sign or decimals, also if only the number format of a workbook shows them. To save --money in a profile, run waybill config set money dollars.',
      );
  },
};
