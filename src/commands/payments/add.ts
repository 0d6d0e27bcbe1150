import { type Day, day, resolveDay } from '../../cli/day';
import { defineCommand, one } from '../../cli/definition';
import { type Flag, text } from '../../cli/flag';
import { signedDollarsToCents } from '../../cli/money';
import { usageFailure } from '../../failure';
import { readIdentifier } from '../../imports/payouts/rows';
import { dollarsForPeople } from '../../lib/words';
import { confirm, confirmIfPossible } from '../../output/confirm';
import { cleanCell } from '../../tabular/cells';
import { paymentView } from './view';

/** The amount in cents, which may be negative. Throws a usage failure that quotes it. */
function readAmount(typed: string): number {
  const cents = signedDollarsToCents(typed);
  if (cents !== undefined && cents !== 0) return cents;
  throw usageFailure(cents === 0 ? 'The amount is zero' : `Invalid amount "${typed}"`, {
    hint: 'Use dollars: 12.34 or $1,234.56. A negative amount is a reversal.',
  });
}

const date: Flag<Day | undefined> = { ...day('The day of the payment'), required: true };

export const command = defineCommand({
  summary: 'Record a payment for one order by hand',
  description: `A negative amount reverses a payment. Asks first if the date is in the future, or if the same payment is
already recorded, or perhaps in a group's file.`,
  fields: Object.keys(paymentView.fields),
  documents: { 'The payment': paymentView },
  arguments: {
    order: one('Id or order number', { complete: 'order' }),
    money: one('The amount in dollars'),
  },
  flags: { date, reference: text('<text>', "The group's reference for the payment") },
  examples: {
    'waybill payments add 800458530 431.20 --date 2026-06-01': 'Record a payment for one order',
    'waybill payments add 800458530 -20 --date 2026-06-03 --reference "return fee"':
      'Record a reversal',
  },
  refusesDryRun: true,
  async run({ order: typed, money, date, reference: typedReference }, context) {
    const output = await context.outputOf(paymentView);
    const cents = readAmount(money);
    if (date === undefined) {
      throw usageFailure('The payment date is missing: --date <date>');
    }
    const paidOn = resolveDay(date, context.today());
    // As it is read from a group's file, so that both name one payment; what counts as none there is kept.
    const reference = readIdentifier(typedReference).text || cleanCell(typedReference) || null;
    const access = await context.mirror();
    const { isPerhapsImported, isRecorded, ledgerOrder, listPayments } = await import(
      '../../mirror/ledger'
    );
    const { addPayment } = await import('../../mirror/ledger-changes');
    const { database } = await access.open({});
    const { id: orderId, group, goneAt } = ledgerOrder(database, typed, context.notices.notice);
    const payment = { orderId, group, cents, paidOn, reference };
    const nothing = 'Nothing was recorded';
    if (paidOn > context.today()) {
      await confirm(`${paidOn} is in the future. Record it?`, context, nothing);
    }
    if (isRecorded(database, payment)) {
      const what = `${dollarsForPeople(cents)} on ${paidOn} for order ${typed}`;
      await confirm(`${what} is already recorded. Record it again?`, context, nothing);
    } else if (isPerhapsImported(database, payment)) {
      const question = `A file has ${dollarsForPeople(cents)} for order ${typed}: perhaps this payment. Record it?`;
      await confirmIfPossible(question, context, nothing);
    }
    const listed = await access.write({ offline: true }, (writable, at) => {
      const id = addPayment(writable, payment, at);
      return listPayments(writable).find((one) => one.id === id);
    });
    if (listed === undefined) throw new Error('A recorded payment is not listed');
    await output.one(paymentView, listed);
    if (goneAt !== null) {
      context.notices.notice(
        `Order ${typed} is no longer in the account. To see what was paid for such orders, run waybill report audit.`,
      );
    }
  },
});
