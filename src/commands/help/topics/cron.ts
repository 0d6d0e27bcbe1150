import { exitCodes } from '../../../exit-codes';
import type { Topic } from '../topics';

export const topic: Topic = {
  write(page) {
    page
      .lines('A crontab', [
        '  MAILTO=you@example.com',
        '  PATH=/usr/local/bin:/usr/bin:/bin',
        '  15 6 * * *  cd "$HOME/inbox" && flock -n .waybill.lock waybill shipments add --csv shipments.csv --rejects rejects.csv -q --no-input',
        '  0 * * * *   flock -n /tmp/waybill-orders.lock waybill orders list --all -o csv -q --no-input > "$HOME/orders.csv.new" && mv "$HOME/orders.csv.new" "$HOME/orders.csv"',
        '  30 * * * *  waybill sync -q --wait 60 && waybill changes',
        '  45 6 * * *  cd "$HOME/inbox" && waybill sync -q && { waybill report overdue --exit-code > overdue.txt; test $? -ne 15 || mail -s "Overdue payouts" you@example.com < overdue.txt; }',
      ])
      .rows('Why it is written like this', [
        [
          '-q',
          'Nothing on stderr but errors: cron mails only when something went wrong, and the mail says what and what to do',
        ],
        [
          '--no-input',
          'It never waits for an answer. Implied where stdin is no terminal, as in cron; written down it holds by hand too',
        ],
        [
          'flock -n',
          'A run that takes long is not started twice. Two uploads of the same file can not harm each other either way: the second ends with exit code 12',
        ],
        [
          '--exit-code',
          'Exit 15 means: there is something to read. Any other code means that there is not, or that it could not be found out: errors are on stderr, which cron mails by itself',
        ],
        ['.new, then mv', 'Whoever reads the file never sees half of it'],
        [
          'sync && changes',
          'Prints what is new since the last time, and nothing otherwise: cron mails it to you',
        ],
        ['PATH', 'Cron knows few folders: waybill and node must be in it'],
      ])
      .rows('Worth handling', [
        [
          String(exitCodes.partly.code),
          'Rows were refused: they are in the rejects file, the rest is done',
        ],
        [
          `${exitCodes.rateLimited.code}, ${exitCodes.unavailable.code}`,
          'Too busy, or no network: the next run makes up for it',
        ],
        [String(exitCodes.unauthorized.code), 'The credentials were refused: waybill auth rotate'],
        [
          String(exitCodes.unknown.code),
          'The outcome is unknown: the message says how to find out',
        ],
      ])
      .text(
        'Cron has no keychain of yours unlocked: log in with --store file, or set WAYBILL_API_KEY and WAYBILL_API_SECRET in a file that only you can read. An upload that was cut off goes on at the next run. waybill help exit-codes has all the codes.',
      );
  },
};
