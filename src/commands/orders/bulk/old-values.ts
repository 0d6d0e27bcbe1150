import { nullableOrderFields } from '../../../contract/values';
import type { MoneyUnit } from '../../../formats';
import { isObject } from '../../../lib/json';
import { dollars } from '../../../output/cell';
import { jsonInDollars } from '../../../output/delimited';
import { plainCell } from '../../../tabular/cells';
import type { AnyOrder, OrderBody, OrderKind } from '../kinds';
import { orderView } from '../view';

/** An order before a file changes it, and what is to become of it. */
export interface Replacement {
  readonly order: AnyOrder;
  /** The fields that differ, with their new values. */
  readonly changes: OrderBody;
}

const itemsField = 'orderLineItems';
const clearable: readonly string[] = nullableOrderFields;

/** A text in a cell from which reading gets it back, and which no spreadsheet runs. */
function textCell(text: string): string {
  const isFormula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text);
  const forms = [...(isFormula ? [] : [text]), `'${text}`, `="${text}"`];
  // What no cell can hold are spaces around a text: the service and waybill take both for the same.
  return forms.find((form) => plainCell(form) === text) ?? `="${text}"`;
}

/**
 * The line items that were there, as an update takes them. An item that stays keeps its id; one that
 * the change removes, or of which it fills an empty member, is made again without.
 */
function oldItems(items: unknown, replacing: unknown): readonly unknown[] {
  const staying = new Map(
    (Array.isArray(replacing) ? replacing : []).filter(isObject).map((one) => [one.id, one]),
  );
  return (Array.isArray(items) ? items : []).filter(isObject).map(({ id, ...members }) => {
    const filled = Object.entries(members).filter(([, value]) => value !== null);
    const changed = staying.get(id);
    const stays =
      changed !== undefined &&
      Object.keys(changed).every((name) => name === 'id' || members[name] !== null);
    return { ...(stays ? { id } : {}), ...Object.fromEntries(filled) };
  });
}

/** What the old values are written with. */
export interface OldValuesOptions {
  readonly kind: OrderKind;
  readonly unit: MoneyUnit;
  /** Masks the secrets of this run in a text. */
  readonly mask: (text: string) => string;
}

/**
 * Where the old value can't be sent back: a field that the service never shows, or never empties; or
 * one that holds a secret of this run. That is not kept, and what a mask was put into is another value.
 */
function isLost(order: AnyOrder, field: string, { mask }: OldValuesOptions): boolean {
  const value = order[field];
  const text = JSON.stringify(value);
  if (text !== undefined && mask(text) !== text) return true;
  if (field === itemsField) return !Array.isArray(value) || value.length === 0;
  return value === undefined || (value === null && !clearable.includes(field));
}

/** What a row wants its order's status to be, so that it takes back nothing that came after. */
function statusCell({ order, changes }: Replacement): string {
  const { status } = changes;
  return status === undefined ? '' : [status, order.status].join(';');
}

/**
 * The old values of all fields that change, as the lines of a file that `update --csv` takes back:
 * the header first. `lost` are fields of which an old value can't be sent back.
 */
export function oldValueLines(
  replacements: readonly Replacement[],
  options: OldValuesOptions,
): { readonly lines: readonly (readonly string[])[]; readonly lost: readonly string[] } {
  const { kind, unit } = options;
  const changing = new Set(replacements.flatMap(({ changes }) => Object.keys(changes)));
  const fields = [...kind.fields.map(({ field }) => field), itemsField].filter((field) =>
    changing.has(field),
  );
  const isMoney = new Set(
    kind.fields.filter(({ type }) => type === 'money').map(({ field }) => field),
  );
  const view = orderView(kind);
  const itemsCell = (items: readonly unknown[]) =>
    unit === 'dollars' ? jsonInDollars(items, itemsField, view) : JSON.stringify(items);
  const lost = new Set<string>();
  const lines = replacements.map((replacement) => {
    const { order, changes } = replacement;
    const cleared: string[] = [];
    const cells = fields.map((field) => {
      const value = order[field];
      if (!(field in changes)) return '';
      if (isLost(order, field, options)) lost.add(field);
      else if (value === null) cleared.push(field);
      else if (field === itemsField) return itemsCell(oldItems(value, changes[field]));
      else if (isMoney.has(field) && unit === 'dollars') return dollars(BigInt(Number(value)));
      else return typeof value === 'string' ? textCell(value) : String(value);
      return '';
    });
    return [order.id, ...cells, cleared.join(';'), statusCell(replacement)];
  });
  return { lines: [['id', ...fields, 'clear', 'ifStatus'], ...lines], lost: [...lost] };
}
