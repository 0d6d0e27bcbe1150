import { z } from 'zod';
import { limits } from './limits';

/** Query strings, as strict as bodies: only plain digits are an integer, not `1e2`, `0x10` or `+5`. */
function integerText(range: { minimum: number; maximum: number; default: number }) {
  const integer = z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(range.minimum).max(range.maximum));
  // The OpenAPI description shows the number, not the text that carries it.
  return integer.default(range.default).meta({ type: 'integer', pattern: undefined, ...range });
}

export const page = z.strictObject({
  limit: integerText(limits.pageSize),
  offset: integerText({ ...limits.offset, maximum: Number.MAX_SAFE_INTEGER }),
});

/** Endpoints that document no query take none. */
export const none = z.strictObject({});

export const querySchemas = { page, none };
export type QueryName = keyof typeof querySchemas;
export type PageQuery = z.output<typeof page>;
