import { dollarsForPeople } from '../../lib/words';
import type { ListedPayment, PaymentWithState } from '../../mirror/ledger';
import { numberOfOrder } from '../../output/fields';
import type { CardView, ListView } from '../../output/view';

export const paymentView: ListView<ListedPayment> & CardView<ListedPayment> = {
  one: 'payment',
  empty:
    'No payments. Record some: waybill reconcile <file> --group <group> --record, or waybill payments add.',
  fields: {
    id: { kind: 'number', means: 'The id of the payment' },
    orderId: { kind: 'id', means: "The service's id of its order", orNull: true },
    orderNumber: numberOfOrder,
    group: { kind: 'text', means: 'The group that paid', orNull: true },
    amount: { kind: 'money', means: 'What this order got of it' },
    paidOn: { kind: 'date', heading: 'Paid on', means: 'The day of the payment', orNull: true },
    reference: { kind: 'text', means: "The group's own reference", orNull: true },
    import: { kind: 'number', means: 'The id of its import; null if typed', orNull: true },
    doubt: { kind: 'text', means: 'Why perhaps it should not count', orNull: true },
  },
  table: ['id', 'orderNumber', 'group', 'amount', 'paidOn', 'reference', 'import', 'doubt'],
  leaveOut: ['Import', 'Reference', 'Paid on'],
  card: ({ id, amount, orderNumber, orderId }) =>
    `Recorded payment ${id}: ${dollarsForPeople(amount)} for ${orderId === null ? 'no order' : `order ${orderNumber ?? orderId}`}.`,
};

export const allPaymentsView: ListView<PaymentWithState> = {
  ...paymentView,
  fields: {
    ...paymentView.fields,
    state: {
      kind: 'text',
      means: 'Whether it counts, and why not',
      values: ['counts', 'replaced', 'removed', 'undone'],
    },
    since: { kind: 'moment', means: 'When that became so; null for counts', orNull: true },
  },
  table: [...paymentView.table, 'state', 'since'],
};
