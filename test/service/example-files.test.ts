import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../support/project';
import { temporaryHome, waybill } from '../support/waybill';

const shipped = join(projectFolder, 'examples');
const names = readdirSync(shipped);

function contents(folder: string) {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

function examples(cwd: string, folder: string, ...flags: string[]) {
  const env = { WAYBILL_HOME: temporaryHome() };
  return waybill(['sandbox', 'examples', folder, '--json', ...flags], { cwd, env });
}

test('sandbox examples writes every file of examples/, byte for byte, and lists them', async () => {
  const cwd = temporaryHome();
  const { exitCode, stdout, stderr } = await examples(cwd, 'not/there');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(names.map((name) => ({ file: join('not/there', name) })));
  expect(contents(join(cwd, 'not/there'))).toEqual(contents(shipped));
});

test('replaces an existing file only with -y; otherwise writes nothing, exit 2', async () => {
  const cwd = temporaryHome();
  writeFileSync(join(cwd, 'order.json'), 'mine');
  const refused = await examples(cwd, '.');
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
  expect(JSON.parse(refused.stderr).error.message).toContain('Replace order.json?');
  expect(contents(cwd)).toEqual({ 'order.json': 'mine' });
  expect((await examples(cwd, '.', '-y')).exitCode).toBe(0);
  expect(contents(cwd)).toEqual(contents(shipped));
});

test("exits with 14 if a file can't be written, and leaves nothing behind", async () => {
  const cwd = temporaryHome();
  mkdirSync(join(cwd, 'to', 'order.json'), { recursive: true });
  const { exitCode, stderr } = await examples(cwd, 'to', '-y');
  expect(exitCode).toBe(14);
  expect(JSON.parse(stderr).error.message).toContain('to/order.json');
  expect(readdirSync(join(cwd, 'to'))).toEqual(['order.json']);
  writeFileSync(join(cwd, 'file'), '');
  expect((await examples(cwd, 'file')).exitCode).toBe(14);
});
