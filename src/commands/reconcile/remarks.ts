import type { Context } from '../../context';
import { quotedWord } from '../../lib/words';
import type { PayoutFile } from './payout-files';

/** Says once that a file has a date that may be the day of payment, but isn't read as that. */
export function remarkOnDates(
  files: readonly PayoutFile[],
  { notices }: Pick<Context, 'notices'>,
): void {
  const date = files
    .filter(({ columns }) => !columns.some(({ field }) => field === 'paidOn'))
    .flatMap(({ columns }) => columns.filter(({ field }) => field === 'date'))[0];
  if (date === undefined) return;
  const flag = `--map ${quotedWord(`paidOn=${date.header}`)}`;
  notices.notice(
    `No payment date was read: it is not known what day "${date.header}" is. If it is the day of payment, add ${flag}.`,
  );
}
