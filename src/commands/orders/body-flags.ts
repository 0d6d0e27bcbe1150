import { type Flag, text } from '../../cli/flag';
import { nameHint } from '../../cli/suggest';
import { nullableOrderFields } from '../../contract/values';
import { usageFailure } from '../../failure';
import { fieldFlags } from './fields';
import type { OrderField, OrderKind } from './kinds';
import { itemChanges, lineItems } from './line-item';

const content = { group: 'Order' };
const items = { group: 'Line items and codes' };

/** The flags that name what an order is to hold, on create and on update. */
export function bodyFlags(kind: OrderKind) {
  const fields = Object.fromEntries(
    Object.entries(fieldFlags(kind)).map(([key, flag]) => [key, { ...flag, ...content }]),
  );
  const keys = kind.items.map(({ key }) => key).join(', ');
  return {
    ...fields,
    item: { ...lineItems(`A line item: ${keys}`, kind), ...items },
    itemsFile: text('<csv|json|->', 'Line items from a file', { ...items, complete: 'file' }),
    codesFile: text('<csv|json|->', 'Redemption codes from a file', {
      ...items,
      complete: 'file',
    }),
    fromJson: text('<file|->', "A body in the service's own fields and units; flags override it", {
      ...items,
      complete: 'file',
    }),
  };
}

/** The flags that change single line items, on update. */
export function itemEditFlags(kind: OrderKind) {
  return {
    addItem: { ...lineItems('Add a line item', kind), ...items },
    setItem: { ...itemChanges('Change one line item', kind), ...items },
    removeItem: {
      describe: 'Remove one line item',
      placeholder: '<item id>',
      repeatable: true,
      ...items,
      parse: (typed) => (typed.length === 0 ? undefined : typed.map((one) => one.trim())),
    } satisfies Flag<readonly string[] | undefined>,
  };
}

/** The fields that null clears, by the names a user may give them. */
function clearable(kind: OrderKind): ReadonlyMap<string, OrderField> {
  const nullable: readonly string[] = nullableOrderFields;
  return new Map(
    kind.fields
      .filter(({ field }) => nullable.includes(field))
      .flatMap((one) => [
        [one.flag, one],
        [one.field, one],
      ]),
  );
}

/** `--clear notes,card`: the fields to send null for. */
export function clearFlag(kind: OrderKind): Flag<readonly OrderField[]> {
  const fields = clearable(kind);
  const names = [...new Set([...fields.values()].map(({ flag }) => flag))];
  return {
    describe: `Empty these fields: ${names.join(', ')}`,
    placeholder: '<field,…>',
    repeatable: true,
    joined: true,
    suggestions: names,
    ...content,
    parse: (typed, label) => {
      const words = typed.flatMap((one) => one.split(',')).map((one) => one.trim());
      const cleared = words.map((word) => {
        const field = fields.get(word);
        if (field !== undefined) return field;
        throw usageFailure(`${label} can't empty "${word}"`, {
          hint: nameHint(word, [...fields.keys()], `It takes ${names.join(', ')}.`),
        });
      });
      return [...new Set(cleared)];
    },
  };
}
