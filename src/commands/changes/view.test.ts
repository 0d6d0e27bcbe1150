import { expect, test } from 'vitest';
import { fieldAt, resolveField } from '../../output/fields';
import { view as cardView } from '../cards/list';
import { buyingGroupKind, giftCardKind } from '../orders/kinds';
import { orderView } from '../orders/view';
import { changesView } from './view';

const views = [orderView(buyingGroupKind), orderView(giftCardKind), cardView];
const declared = views.flatMap(({ fields }) =>
  Object.keys(fields).flatMap((path) => {
    const field = fieldAt({ fields }, path);
    return field === undefined || field.computed ? [] : [{ path, field }];
  }),
);

test.each(declared)('$path is known in a whole object and by itself', ({ path, field }) => {
  const [last = ''] = path.split('.').slice(-1);
  for (const known of [`old.${path}`, `new.${path}`, `old.${last}`, `new.${last}`]) {
    const found = fieldAt(changesView, known);
    expect(found?.kind).toBe(field.kind);
    for (const rewardType of ['cashback', 'points_miles']) {
      expect(found?.kindIn?.({ rewardType })).toBe(field.kindIn?.({ rewardType }));
    }
  }
  const kind = changesView.fields.old;
  const shown = typeof kind === 'object' ? kind.kindIn?.({ field: path }) : undefined;
  expect(shown).toBe(field.kind === 'money' || field.kind === 'id' ? field.kind : 'text');
});

test('the number of the order has its short name', () => {
  expect(resolveField(changesView, 'number')).toBe('orderNumber');
});

test('a tracking number is known with its members', () => {
  const inOrder = declared.filter(({ path }) => path.startsWith('trackingNumbers.'));
  expect(inOrder.length).toBeGreaterThan(2);
  for (const { path, field } of inOrder) {
    const found = fieldAt(changesView, path.replace('trackingNumbers', 'tracking'));
    expect(found?.kind).toBe(field.kind);
  }
});
