import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { expect, test } from 'vitest';
import { contractFile } from '../../scripts/generate/files';
import { membersIn, schemaFiles } from '../../scripts/generate/schemas';
import { commandsOf, programTree } from '../../src/cli/definition';
import { nouns } from '../../src/commands/tree';
import { computedMeanings } from '../../src/contract/fields';
import { projectFolder } from '../support/project';
import { temporaryHome, waybill } from '../support/waybill';

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

test('computed fields are as the schema says, and only there if they are named', async () => {
  const schemas = await schemaFiles(await programTree(nouns));
  const names = Object.keys(computedMeanings);
  const env = { WAYBILL_HOME: temporaryHome() };
  const list = async (...words: readonly string[]) => {
    const line = ['--sandbox', 'orders', 'list', '--json', ...words];
    return JSON.parse((await waybill(line, { env })).stdout);
  };
  const { order } = Object(schemas['orders-list.json']?.$defs);
  const { properties, required } = order as Record<'properties' | 'required', object>;
  const named = Object.entries(properties).filter(([name]) => names.includes(name));
  expect(named.map(([name]) => name)).toEqual(names);
  for (const name of names) expect(required).not.toContain(name);
  const ajv = new Ajv2020({ strict: false });
  const valid = ajv.compile({
    items: { properties: Object.fromEntries(named), required: names, additionalProperties: false },
  });
  const rows = await list('--fields', names.join(','));
  expect(rows.length).toBeGreaterThan(10);
  expect({ valid: valid(rows), errors: valid.errors }).toEqual({ valid: true, errors: null });
  for (const row of await list()) for (const name of names) expect(row).not.toHaveProperty(name);
});
