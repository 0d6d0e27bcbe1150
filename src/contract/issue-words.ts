import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
};

/** The names of the elements of a list. */
const elements: Readonly<Record<string, string>> = {
  orderLineItems: 'line item',
  redemptionCodes: 'code',
  shipments: 'shipment',
};

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  // JSON has no infinity, but 1e400 is read as that.
  if (input === Infinity || input === -Infinity) return 'infinite';
  if (typeof input === 'number') return Number.isInteger(input) ? 'a number' : 'a fraction';
  return kinds[typeof input] ?? typeof input;
}

function count(limit: number | bigint, what: string): string {
  return `${limit} ${what}${limit === 1 || limit === 1n ? '' : 's'}`;
}

function bound(
  word: 'at least' | 'at most',
  origin: string,
  limit: number | bigint,
  path: readonly PropertyKey[] = [],
): string | undefined {
  if (origin === 'string') {
    return word === 'at least' && limit === 1
      ? 'must not be empty'
      : `must have ${word} ${count(limit, 'character')}`;
  }
  if (origin === 'array') {
    return `must have ${word} ${count(limit, elements[String(path.at(-1))] ?? 'element')}`;
  }
  if (origin === 'number' || origin === 'int') return `must be ${word} ${limit}`;
  return undefined;
}

/** The fault of a field in words, for client and service. Never quotes the value, which may be a code. */
export const issueWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${kinds[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}`;
    case 'too_big':
      return bound('at most', issue.origin, issue.maximum, issue.path);
    case 'too_small':
      return bound('at least', issue.origin, issue.minimum, issue.path);
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'invalid_format':
      return issue.format === 'date' ? 'must be a day that exists, as YYYY-MM-DD' : undefined;
    case 'unrecognized_keys':
      return 'Unknown field';
    default:
      return undefined;
  }
};
