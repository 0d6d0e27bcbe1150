import type { Topic } from '../../../cli/help';
import { exitCodes } from '../../../exit-codes';

export const topic: Topic = {
  write(page) {
    page
      .lines('A crontab', [
        '  MAILTO=you@example.com',
        '  PATH=/usr/local/bin:/usr/bin:/bin',
        '  15 6 * * *  cd "$HOME/inbox" && flock -n .waybill.lock waybill shipments add --csv shipments.csv --rejects rejects.csv -q --no-input',
        '  0 * * * *   cd "$HOME" && flock -n .waybill-orders.lock sh -c "waybill orders list --all -o csv -q --no-input > orders.csv.new && mv orders.csv.new orders.csv"',
        '  30 * * * *  waybill sync -q --wait 60 && waybill changes',
        '  45 6 * * *  cd "$HOME/inbox" && waybill sync -q && { waybill report overdue --exit-code > overdue.txt; test $? -ne 15 || mail -s "Overdue payouts" you@example.com < overdue.txt; }',
      ])
      .rows('Why these flags', [
        [
          '-q',
          'Only problems on stderr: cron sends mail only when something goes wrong, and the mail says what to do',
        ],
        [
          '--no-input',
          'Never prompts. Implied when stdin is not a terminal, as in cron; with the flag, the line works the same way by hand',
        ],
        [
          'flock -n',
          'Does not start a run while the last one is still going. Two uploads of the same file are safe either way: the second one exits with 12',
        ],
        [
          '--exit-code',
          'Exit code 15 means that the report found something. With any other code, it found nothing or failed: errors are on stderr, which cron mails by itself',
        ],
        ['.new, then mv', 'Readers of the file never see half of it'],
        [
          'sync && changes',
          'Prints what is new since the last time, which cron mails to you, or nothing',
        ],
        ['PATH', 'Cron searches only a few folders: waybill and node must be in one of them'],
      ])
      .rows('Exit codes worth handling', [
        [
          String(exitCodes.partly.code),
          'Some rows were refused. They are in the rejects file; the rest is done',
        ],
        [
          `${exitCodes.rateLimited.code}, ${exitCodes.unavailable.code}`,
          'Rate limited, or no network: the next run catches up',
        ],
        [
          String(exitCodes.unauthorized.code),
          'No credentials, or the service refused them: run waybill auth status',
        ],
        [
          String(exitCodes.unknown.code),
          'The outcome is unknown: the message says how to find out',
        ],
      ])
      .text(
        "Cron can't use your keychain: log in with --store file, or set WAYBILL_API_KEY and WAYBILL_API_SECRET in a file that only you can read. The next run resumes an interrupted upload. For the Task Scheduler, see waybill help windows. For all codes, see waybill help exit-codes.",
      );
  },
};
