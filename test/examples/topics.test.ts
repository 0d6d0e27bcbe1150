import { afterAll, describe, expect, test } from 'vitest';
import { topicNames } from '../../src/commands/help/topics';
import { waybill } from '../support/waybill';
import { lacksTool, openWorkspace } from './workspace';

/*
 * Runs every example on the pages of `waybill help <topic>` as written: the lines that start with
 * `$`, and the commands of the crontab.
 */
const workspace = await openWorkspace();
afterAll(() => workspace.close());

describe.each(topicNames)('waybill help %s', async (name) => {
  const { stdout } = await waybill(['help', name]);
  const examples = [...stdout.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line as string);
  const entries = [...stdout.matchAll(/^ {2}(?:[\d*]+ +){5}(.*)$/gm)].map(
    ([, line]) => line as string,
  );

  test('shows a page', () => {
    expect(stdout.length).toBeGreaterThan(300);
    if (name === 'cron') expect(entries).toHaveLength(4);
  });

  test.concurrent.each(examples)('%s', async (line) => {
    if (lacksTool(line)) return;
    const { exitCode, stderr } = await workspace.run(line, 'sandbox');
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  test.concurrent.each(entries)('%s, with nothing to mail', async (line) => {
    if (lacksTool(line)) return;
    // So that nothing is really mailed.
    const { exitCode, stderr } = await workspace.run(`mail() { cat; }; ${line}`, 'sandbox');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });
});
