import { notFound } from '../refusal';
import type { LineItem } from './order';

/** A line item as it is sent; one with an id means an existing line item. */
export interface SentLineItem {
  readonly id?: string | undefined;
  readonly description?: string | undefined;
  readonly model?: string | undefined;
  readonly unitPrice?: number | undefined;
  readonly quantity?: number | undefined;
  readonly expectedUnitPayout?: number | undefined;
  readonly unitValue?: number | undefined;
}

export interface LineItemSupport {
  newId(): string;
  /** What current deals pay for one unit, in cents; undefined where there is no deal. */
  dealFor(model: string | null): number | undefined;
}

/** What a new line item holds where the request is silent; `unitPrice` is asked for. */
const silent = { description: null, model: null, unitPrice: 0, quantity: 1, unitValue: 0 };

/** The members that were sent: an absent one must not overwrite what stands. */
export function sentMembers<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never;
}

/**
 * "An item with `id` updates that line item and keeps the fields omitted; an item without `id` is
 * new; existing line items not listed are removed. An unknown `id` yields 404."
 */
export function replaceLineItems(
  existing: readonly LineItem[],
  sent: readonly SentLineItem[],
  { newId, dealFor }: LineItemSupport,
): readonly LineItem[] {
  const byId = new Map(existing.map((item) => [item.id, item]));
  return sent.map(({ id, ...fields }) => {
    if (id === undefined) {
      const expectedUnitPayout = fields.expectedUnitPayout ?? dealFor(fields.model ?? null) ?? 0;
      return { ...silent, ...sentMembers(fields), expectedUnitPayout, id: newId() };
    }
    const current = byId.get(id);
    if (current === undefined) throw notFound(`This order has no line item ${id}`);
    return { ...current, ...sentMembers(fields) };
  });
}
