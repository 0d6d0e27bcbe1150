import { usageFailure } from '../../failure';
import type { Sourced } from '../../input/sourced';
import type { FieldValue, NamedField } from './fields';
import type { OrderField, OrderKind } from './kinds';
import type { LineItemInput } from './line-item';
import type { OrderBody } from './orders-of';
import { Origins } from './origins';

/** Everything that the user named for one body. */
export interface DraftInput {
  readonly kind: OrderKind;
  /** A body in the service's own fields and units; everything else overrides it. */
  readonly json?: Sourced<OrderBody> | undefined;
  readonly named: readonly NamedField[];
  /** Fields to send null for. */
  readonly clear: readonly OrderField[];
  /** The whole list of line items. */
  readonly items?: Sourced<readonly LineItemInput[]> | undefined;
  /** The whole list of redemption codes, not yet checked. */
  readonly codes?: Sourced<readonly unknown[]> | undefined;
}

/** A body on its way, with where each part of it came from. */
export interface Draft {
  readonly body: OrderBody;
  readonly origins: Origins;
}

function refuseContradictions({ named, clear }: DraftInput): void {
  for (const { field, label } of named) {
    if (clear.includes(field)) {
      throw usageFailure(`${label} and --clear ${field.flag} contradict each other`);
    }
  }
}

/**
 * Puts a body together: what was named and nothing else. `toValue` turns what was typed into what is
 * sent.
 */
export function draftBody(
  input: DraftInput,
  toValue: (value: FieldValue) => string | number,
): Draft {
  const { kind, json, named, clear, items, codes } = input;
  refuseContradictions(input);
  const origins = new Origins(kind);
  // A copy without prototype keeps a `__proto__` of the file's as the plain member it is there.
  const body: OrderBody = Object.assign(Object.create(null), json?.value);
  if (json !== undefined) {
    for (const field of Object.keys(json.value)) {
      origins.set(field, (rest) => json.nameOf([field, ...rest]));
    }
  }
  for (const { field, value, label } of named) {
    body[field.field] = toValue(value);
    origins.set(field.field, label);
  }
  for (const { field, flag } of clear) {
    body[field] = null;
    origins.set(field, `--clear ${flag}`);
  }
  const lists = { orderLineItems: items, redemptionCodes: codes };
  for (const [field, list] of Object.entries(lists)) {
    if (list === undefined) continue;
    body[field] = list.value;
    origins.set(field, (rest) => list.nameOf(rest));
  }
  return { body, origins };
}
