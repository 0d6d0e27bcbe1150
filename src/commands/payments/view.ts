import { dollarsForPeople } from '../../lib/words';
import type { ListedPayment, PaymentWithState } from '../../mirror/ledger';
import type { View } from '../../output/view';

export const paymentView: View<ListedPayment> = {
  one: 'payment',
  empty:
    'No payments. Record some: waybill reconcile <file> --group <group> --record, or waybill payments add.',
  fields: {
    id: 'number',
    orderId: 'id',
    orderNumber: { kind: 'id', heading: 'Order', short: 'number' },
    group: 'text',
    amount: 'money',
    paidOn: { kind: 'date', heading: 'Paid on' },
    reference: 'text',
    import: 'number',
    doubt: 'text',
  },
  table: ['id', 'orderNumber', 'group', 'amount', 'paidOn', 'reference', 'import', 'doubt'],
  leaveOut: ['Import', 'Reference', 'Group', 'Paid on'],
  card: ({ id, amount, orderNumber, orderId }) =>
    `Recorded payment ${id}: ${dollarsForPeople(amount)} for ${orderId === null ? 'no order' : `order ${orderNumber ?? orderId}`}.`,
};

export const allPaymentsView: View<PaymentWithState> = {
  ...paymentView,
  fields: { ...paymentView.fields, state: 'text', since: 'moment' },
  table: [...paymentView.table, 'state', 'since'],
};
