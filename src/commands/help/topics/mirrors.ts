import type { Topic } from '../../../cli/help';

export const topic: Topic = {
  write(page) {
    page
      .text(
        'The service knows only what an order looks like now. The mirror, an SQLite file on this machine, remembers what it looked like before, answers SQL queries and works offline. Each profile and base URL has its own mirror; waybill mirror path prints where it is.',
      )
      .rows('Updating the mirror', [
        ['waybill sync', 'Reads the whole account, 100 orders per request'],
        ['waybill sync --quick', 'Reads only the newest pages; marks nothing as gone'],
        ['waybill changes', 'Prints the changes that syncs found, each of them once'],
        ['waybill mirror check', 'Checks that the file is intact'],
        ['waybill mirror backup <file>', 'Makes a copy, with payments and history'],
        ['waybill mirror push', 'Copies it into PostgreSQL, for a team, Metabase or Grafana'],
      ])
      .rows('Reading the mirror', [
        ['--offline', 'Reads the mirror as it is; needs no network and no secret'],
        ['--sync', 'Syncs first'],
        ['--mirror <file>', 'Reads a different mirror, such as a backup, and never writes to it'],
      ])
      .lines('From cron', ['  0 * * * *  waybill sync -q --wait 60 && waybill changes'])
      .text(
        'If the mirror is older than 24 hours, waybill says so; waybill config set mirrorStale 7d changes that. The mirror never holds redemption codes. If an order is missing from the list, sync looks it up by id and marks it as gone only after a 404. If much is missing at once, sync marks nothing as gone and exits with 13; --accept-removals accepts the removals. For the verbs that manage the file, see waybill mirror --help.',
      );
  },
};
