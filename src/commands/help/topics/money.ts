import type { Topic } from '../topics';

export const topic: Topic = {
  write(page) {
    page
      .text(
        'The service counts integer cents; people write dollars. Money is never a fraction of a cent.',
      )
      .rows('Where', [
        ['tables', 'Dollars: $1,234.56'],
        ['json, ndjson', 'Cents, as the service sent them: 123456'],
        ['csv, tsv', 'Cents, out and in; with --money dollars: 1234.56'],
        ['flags', 'Dollars: 12, 12.3, 12.34 or $1,234.56'],
        ['--from-json', "Cents: a body in the service's own fields and units"],
        ['redemption codes', 'Their value is dollars everywhere'],
      ])
      .text(
        '12.345 is refused: there is no half cent. --money can be kept for a profile: waybill config set money dollars.',
      );
  },
};
