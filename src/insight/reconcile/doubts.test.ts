import { describe, expect, test } from 'vitest';
import { box, doubtCases } from '../../../test/reconcile/doubt-cases';
import { statementAccount } from '../../../test/support/statements';

describe('what a later file no longer says', () => {
  test.each(doubtCases)('%s', async (_, [before, after], expected) => {
    const { record, state } = statementAccount(box);
    await record([before]);
    await record([after], true);
    expect(state()).toEqual(expected);
    for (const again of [after, before]) await record([again], true);
    expect(state()).toEqual(expected);
  });
});
