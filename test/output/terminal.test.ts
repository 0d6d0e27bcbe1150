import { expect, test } from 'vitest';
import { waybillInTerminal } from '../support/terminal';
import { temporaryHome } from '../support/waybill';

test('x', async () => {
  const { ended } = waybillInTerminal(['config', 'list'], {
    env: { WAYBILL_HOME: temporaryHome() },
  });
  const { exitCode, written } = await ended;
  console.log(written);
  expect(exitCode).toBe(0);
});
