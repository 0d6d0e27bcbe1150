import type { Topic } from '../topics';

export const topic: Topic = {
  write(page) {
    page
      .text(
        'The service says what an order looks like at this moment. The mirror, an SQLite file on this machine, remembers what it looked like before, answers SQL, and works without a network. There is one for each profile and address; waybill mirror path prints where.',
      )
      .rows('Keeping it', [
        ['waybill sync', 'Reads the whole account: a request for 100 orders'],
        ['waybill sync --quick', 'Reads the newest pages; nothing can become gone'],
        ['waybill changes', 'What the syncs have found, each change once'],
        ['waybill mirror check', 'Whether the file is whole'],
        ['waybill mirror backup <file>', 'A copy, payments and history included'],
        ['waybill mirror push', 'A copy in PostgreSQL, for a team, Metabase or Grafana'],
      ])
      .rows('Reading it', [
        ['--offline', 'Reads it as it is; the service is asked nothing, and no secret is needed'],
        ['--sync', 'Brings it up to date first'],
        ['--mirror <file>', "Reads another one: a backup, a colleague's. It is never written to"],
      ])
      .lines('From cron', ['  0 * * * *  waybill sync -q --wait 60 && waybill changes'])
      .text(
        'A mirror older than 24 hours is mentioned; waybill config set mirrorStale 7d changes that. Redemption codes are never in it. An order that the list lacks is asked for by its id, and only a 404 makes it gone. Where much is missing at once nothing is marked as gone and sync exits with 13; --accept-removals believes it. waybill mirror --help lists the verbs that care for the file.',
      );
  },
};
