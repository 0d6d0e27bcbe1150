import { readDay, resolveDay } from '../../cli/day';
import { defineCommand, one } from '../../cli/definition';
import { confirm } from '../../output/confirm';
import { readId } from './remove';

export const command = defineCommand({
  summary: 'Give a date to a payment that has none',
  description: `Reports by day, and what the bank got, then have it. A payment that has a date keeps it: remove it, and
add it with the other date.`,
  arguments: {
    id: one('The id of the payment, from payments list'),
    date: one('The day of the payment'),
  },
  examples: {
    'waybill payments date 1 2026-06-01': ['Say when it was paid', 'notFound'],
    'waybill payments date 1 yesterday -q': ['Do it in a script', 'notFound'],
  },
  refusesDryRun: true,
  async run({ id: typed, date }, context) {
    const id = readId(typed, 'payment');
    const paidOn = resolveDay(readDay(date, 'The date'), context.today());
    const question = `${paidOn} is in the future. Use it?`;
    if (paidOn > context.today()) await confirm(question, context, 'Nothing was dated');
    const access = await context.mirror();
    const { datePayment } = await import('../../mirror/ledger-changes');
    await access.write({}, (database, at) => datePayment(database, id, paidOn, at));
    context.notices.notice(`Payment ${id} is of ${paidOn}.`);
  },
});
