import { defineCommand, one } from '../../cli/definition';
import { refuseDryRun } from '../../cli/global-flags';
import { usageFailure } from '../../failure';
import { noticeStillPaid } from './still-paid';

/** Reads the number of a payment or an import. Throws a usage failure that quotes it. */
export function readId(typed: string, what: string): number {
  if (/^[1-9]\d{0,14}$/.test(typed.trim())) return Number(typed);
  throw usageFailure(`The ${what} id must be a whole number, not "${typed}"`);
}

export const command = defineCommand({
  summary: 'Remove a payment that you typed in',
  description: `Removes one payment. To revert an import from a file, use payments undo.`,
  arguments: { id: one('The id of the payment, from payments list') },
  flags: {},
  examples: {
    'waybill --sandbox payments remove 1': [
      'Remove a payment that you typed in by mistake',
      'notFound',
    ],
    'waybill --sandbox payments remove 1 -q': ['Do it in a script, without a message', 'notFound'],
  },
  async run(typed, context) {
    refuseDryRun(context);
    const id = readId(typed.id, 'payment');
    const [access, { removePayment }, { losingPayments }] = await Promise.all([
      context.mirror(),
      import('../../mirror/ledger'),
      import('../../mirror/lost-payments'),
    ]);
    const { stillPaid } = await access.write({}, (database) =>
      losingPayments(database, { payment: id }, () => removePayment(database, id)),
    );
    context.notices.notice(`Removed payment ${id}.`);
    noticeStillPaid(stillPaid, context);
  },
});
