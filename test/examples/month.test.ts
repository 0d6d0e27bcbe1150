import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programInShell, projectFolder } from '../support/project';
import { shell } from '../support/shell';
import { temporaryHome } from '../support/waybill';

/*
 * docs/month.md is one session: the test writes its files and runs its commands in the order of the
 * page, which must show what they print. `vitest -u` updates the page.
 */
const page = join(projectFolder, 'docs', 'month.md');

/** Replaces what depends on the machine: times, durations, and the folder of an upload job. */
function steady(output: string): string {
  return (
    output
      // A path with a space is in quotes.
      .replaceAll(
        /('[^'\n]*|\S*)\/jobs\/[^/\s]+\/([\w.-]+)'?/g,
        '~/.local/state/waybill/jobs/1a2b3c/$2',
      )
      .replaceAll(/, as known on [\d-]+ [\d:]+/g, ', as known on 2026-06-15 16:00')
      .replaceAll(
        /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/g,
        (_, milliseconds = '') => `2026-06-15T16:00:00${milliseconds && '.000'}Z`,
      )
      .replaceAll(/\bat \d{4}-\d\d-\d\d \d\d:\d\d/g, 'at 2026-06-15 16:00')
      .replaceAll(/(Last sync +)[\d-]+ [\d:]+/g, (_, label) => `${label}2026-06-15 16:00`)
      .replaceAll(/; \d+ s$/gm, '; 1 s')
  );
}

test('the page shows what its commands print', { timeout: 120_000 }, async () => {
  const home = temporaryHome();
  const folder = mkdtempSync(join(home, 'month-'));
  const environment = { WAYBILL_HOME: home, WAYBILL_SANDBOX: '1' };
  const prelude = `waybill() { ${programInShell} --today "\${on:-2026-06-15}" "$@"; }; cd '${folder}'; exec 2>&1;`;

  async function session(commands: string): Promise<string> {
    const parts: string[] = [];
    for (const [line] of commands.matchAll(/^\$ .*$/gm)) {
      const run = await shell(`${prelude} ${line.slice(2)}`, environment);
      expect({ line, exitCode: run.exitCode }).toEqual({ line, exitCode: 0 });
      parts.push(`${line}\n${steady(run.stdout)}`);
    }
    return parts.join('');
  }

  const shown: string[] = [];
  const fence = /(`([\w-]+\.csv)`[^`]*)?^```(csv|console)\n(.*?)^```$/gms;
  let end = 0;
  const text = readFileSync(page, 'utf8');
  for (const { 0: whole, index, 2: file, 3: language, 4: body = '' } of text.matchAll(fence)) {
    shown.push(text.slice(end, index));
    end = index + whole.length;
    if (language === 'csv') {
      if (file === undefined) throw new Error(`A file without a name: ${body}`);
      writeFileSync(join(folder, file), body);
      shown.push(whole);
    } else {
      shown.push(`\`\`\`console\n${await session(body)}\`\`\``);
    }
  }
  shown.push(text.slice(end));
  await expect(shown.join('')).toMatchFileSnapshot(page);
});
