import { member } from './report';
import { summedReport } from './summed';

const sums = {
  orders: 'orders',
  subtotal: 'subtotal',
  shipping: 'shipping',
  tax: 'tax',
  discount: 'discount',
  total: 'cost',
} as const;

export const spendingReport = summedReport({
  name: 'spending',
  summary: 'What you bought, with its shipping, tax and discount',
  description: `Counts every order but the cancelled ones, by the day of the order. Subtotal + shipping + tax - discount
is the total.`,
  by: ['month'],
  single: 'own',
  main: 'total',
  members: () => ({
    orders: member.count('Orders that are not cancelled'),
    subtotal: member.money('Price of their items'),
    shipping: member.money('What shipping cost'),
    tax: member.money('What tax was paid'),
    discount: member.money('What was taken off'),
    total: member.money('Subtotal + shipping + tax - discount'),
  }),
  leaveOut: ['shipping', 'discount', 'orders', 'subtotal'],
  examples: {
    'waybill report spending': 'What you bought in each month',
    'waybill report spending --by retailer --month 2026-06': 'In one month, by retailer',
    'waybill report spending --by month,card -o csv':
      'To compare with the statements of your cards',
  },
  sums: ({ f }) => ({ where: f.conditions.notCancelled, parts: [{ sums }] }),
});
