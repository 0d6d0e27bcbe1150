import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { damaged, fittingSchema, oddities, type Schema } from '../../test/support/schema-values';
import { isFull, runs } from '../../test/support/tier';
import { type ResponseName, responseSchemas } from '../contract/responses';
import { responseChecks } from '../generated/response-checks';
import { checkResponse } from './call-route';

const names = Object.keys(responseSchemas) as ResponseName[];

describe('the generated checks and the contract agree', () => {
  test.each(names)('%s', (name) => {
    const schema = responseSchemas[name];
    const sound = fittingSchema(z.toJSONSchema(schema) as Schema);
    const verdicts = { fits: 0, not: 0 };
    fc.assert(
      fc.property(damaged(sound), (value) => {
        const fits = schema.safeParse(value).success;
        verdicts[fits ? 'fits' : 'not']++;
        expect(responseChecks[name](value)).toBe(fits);
      }),
      { numRuns: runs(name.endsWith('List') ? 700 : 2000) },
    );
    // One in ten to one in four does not fit: too few of a reduced count to promise any.
    if (!isFull) return;
    expect(verdicts.fits).toBeGreaterThan(50);
    expect(verdicts.not).toBeGreaterThan(50);
  });

  test.each(names)('%s is an object: rejects text, a number, a list or nothing', (name) => {
    for (const value of [...oddities, undefined]) {
      expect(responseChecks[name](value)).toBe(responseSchemas[name].safeParse(value).success);
    }
  });
});

const page = {
  data: [{ id: 'a', subCards: [{ id: 'b' }] }],
  pagination: { limit: 25, offset: 0, totalCount: 1 },
};
const response = (body: unknown) => ({
  status: 200,
  headers: { 'x-request-id': 'r-1' },
  body,
  unreadable: undefined,
});

describe('a response that does not match', () => {
  test('names the field, the status and the request', async () => {
    const body = { ...page, data: [page.data[0], { subCards: [] }] };
    await expect(
      checkResponse('creditCardList', response(body), 'GET /credit-cards'),
    ).rejects.toMatchObject({
      ending: 'unexpectedResponse',
      status: 200,
      requestId: 'r-1',
      message: expect.stringContaining('data.1.id'),
      issues: [{ path: 'data.1.id' }],
    });
  });

  test('rejects an integer beyond 2^53, which has already lost digits', async () => {
    const body = JSON.parse('{"data":{"addedCount":9007199254740993}}');
    await expect(
      checkResponse('shipmentsAdded', response(body), 'POST /shipments'),
    ).rejects.toMatchObject({ message: expect.stringContaining('data.addedCount') });
  });

  test('passes unknown fields and values through unchanged', async () => {
    const body = { ...page, more: { of: ['it'] } };
    expect(await checkResponse('creditCardList', response(body), 'GET /credit-cards')).toBe(body);
  });
});
