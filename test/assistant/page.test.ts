import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { programInShell, projectFolder } from '../support/project';
import { temporaryHome, waybill } from '../support/waybill';

/** As docs/assistants.md says, with a client in place of the assistant's program. */
test('the settings on the page give an answer', async () => {
  const page = readFileSync(join(projectFolder, 'docs/assistants.md'), 'utf8');
  const [, settings = ''] = /^```json\n(.*?)^```$/ms.exec(page) ?? [];
  const { command, args } = JSON.parse(settings).mcpServers.waybill;
  const [, sandbox = ''] = /For the sample account, the arguments are `(.*?)`/.exec(page) ?? [];
  const home = temporaryHome();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'waybill'), `#!/bin/sh\nexec ${programInShell} "$@"\n`);
  chmodSync(join(bin, 'waybill'), 0o755);
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: home, WAYBILL_HOME: home };
  expect((await waybill(['--sandbox', 'sync'], { env })).exitCode).toBe(0);
  for (const [words, answer] of [
    [JSON.parse(sandbox), '"outstanding":18876350'],
    // Nobody has logged in.
    [args, 'waybill auth login'],
  ] as const) {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command, args: [...words], env }));
    const { content } = await client.callTool({ name: 'report', arguments: { name: 'unpaid' } });
    expect(JSON.stringify(content).replaceAll('\\', '')).toContain(answer);
    await client.close();
  }
});
