import { z } from 'zod';
import { limits } from './limits';

/**
 * Query strings, strict like bodies. A value arrives as text: only plain decimal digits are an
 * integer, so `1e2`, `0x10`, `+5`, ` 5` and the empty string are refused rather than guessed at.
 */
function integerText(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
}

export const page = z.strictObject({
  limit: integerText(limits.pageSize.minimum, limits.pageSize.maximum).default(
    limits.pageSize.default,
  ),
  offset: integerText(limits.offset.minimum, Number.MAX_SAFE_INTEGER).default(
    limits.offset.default,
  ),
});

/** Endpoints that document no query take none. */
export const none = z.strictObject({});

export const querySchemas = { page, none };
export type QueryName = keyof typeof querySchemas;
export type PageQuery = z.output<typeof page>;
