import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractFile } from '../../scripts/generate/files';
import { membersIn, schemaFiles } from '../../scripts/generate/schemas';
import { commandsOf, programTree } from '../../src/cli/definition';
import { nouns } from '../../src/commands/tree';
import { projectFolder } from '../support/project';

const kept: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(projectFolder, 'test/shell/contract-1.json'), 'utf8'),
);

test('each member of a document says what it means, or what is in it does', async () => {
  const schemas = Object.entries(await schemaFiles(await programTree(nouns)));
  const members = schemas.flatMap(([file, { $defs, ...schema }]) =>
    [...membersIn(schema, $defs as Parameters<typeof membersIn>[1])].map((one) => ({
      file,
      ...one,
    })),
  );
  const silent = members.filter(({ means, type }) => means === '' && type !== 'object');
  expect(silent).toEqual([]);
});

test('each command that has fields has a schema', async () => {
  const commands = commandsOf(await programTree(nouns));
  const without = commands.filter(({ fields, documents }) => fields && !documents);
  expect(without.map(({ path }) => path.join(' '))).toEqual([]);
});

test('everything that scripts rely on since the last release is there, and as it was', async () => {
  const now: typeof kept = JSON.parse(await contractFile());
  const changed = Object.entries(kept).filter(([name, was]) => now[name] !== was);
  expect(changed.map(([name, was]) => ({ name, was, now: now[name] ?? 'gone' }))).toEqual([]);
  expect(Object.keys(kept).length).toBeGreaterThan(1000);
});
