import { defineCommand, maybeSeveral } from '../../cli/definition';
import { text, toggle } from '../../cli/flag';
import { mirrorOnlyFlags } from '../../cli/global-flags';
import { groupNamed, isSameName } from '../../contract/named';
import type { ListedPayment } from '../../mirror/ledger';
import { allPaymentsView, paymentView } from './view';

export const command = defineCommand({
  summary: 'List the recorded payments',
  description: `One row per order that a payment paid; a bonus or a fee has one row without an order. Doubt says why a
payment perhaps should not count. --all also shows payments that a later file replaced, removed ones,
and those of an import that was undone, with their state and since when.`,
  fields: Object.keys(allPaymentsView.fields),
  documents: { 'The payments': [paymentView], 'With --all': [allPaymentsView] },
  arguments: {
    orders: maybeSeveral('Only those of these orders: ids or order numbers', { complete: 'order' }),
  },
  flags: {
    group: text('<id>', 'Only those of this group', { complete: 'payer' }),
    all: toggle('Also those that do not count any more'),
    ...mirrorOnlyFlags,
  },
  examples: {
    'waybill payments list': 'List every payment',
    'waybill payments list 800458530 --all': 'See what became of the payments of an order',
    'waybill payments list -o csv --money dollars': 'Export them for a spreadsheet',
  },
  async run({ orders, group: typedGroup, all, ...flags }, context) {
    const output = await context.outputOf(all ? allPaymentsView : paymentView);
    const { ledgerOrder, listAllPayments, listPayments } = await import('../../mirror/ledger');
    const { groupSpellings, groupsOf } = await import('../../mirror/group-names');
    const { database } = await (await context.mirror()).open(flags);
    const { notices } = context;
    const ids = new Set(orders.map((typed) => ledgerOrder(database, typed, notices.notice).id));
    const groups = () => groupsOf(groupSpellings(database));
    const group =
      typedGroup === undefined ? undefined : groupNamed(typedGroup, groups(), notices).name;
    const isAsked = (payment: ListedPayment) =>
      (ids.size === 0 || ids.has(payment.orderId ?? '')) &&
      (group === undefined || isSameName(payment.group ?? '', group));
    if (all) await output.list(allPaymentsView, listAllPayments(database).filter(isAsked));
    else await output.list(paymentView, listPayments(database).filter(isAsked));
  },
});
