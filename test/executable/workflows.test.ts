import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { faultsOf, scriptsIn, workflowFiles } from '../../scripts/workflows.mjs';
import { projectFolder } from '../support/project';

/* The workflows can't run here: what a linter and a reader can tell about them. */
const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');
const checkout = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1';

test.each(workflowFiles)('%s keeps the rules, and calls what is there', async (path) => {
  expect(await faultsOf(read(path), path)).toEqual([]);
  const { files, scripts } = scriptsIn(read(path));
  expect(scripts).toContain('package');
  for (const file of files) expect(existsSync(join(projectFolder, file)), file).toBe(true);
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
});

const good = read('.github/workflows/release.yml');
test.each([
  ['a tag instead of a commit', checkout, 'actions/checkout@v7', 'not pinned'],
  ['no version beside the commit', ' # v7.0.1', '', 'names no version'],
  ['rights for all jobs', 'permissions: {}', 'permissions: write-all', 'more rights'],
  ['nobody who agrees', '    environment: release\n', '', 'nobody has to agree'],
  ['a token that stays', 'with: { persist-credentials: false }', 'with: {}', 'keeps its token'],
  [
    'a value as code',
    '"$GITHUB_REF_NAME" --repo',
    `"$${'{{'} github.ref_name }}" --repo`,
    'becomes code',
  ],
  ['a stored secret', ' github.token }}', ' secrets.TOKEN }}', 'stored secret'],
  ['a job that is not there', 'needs: [again', 'needs: [nowhere', 'nowhere'],
  ['variables in the log', 'sha256sum --check SHA', 'set -x; sha256sum --check SHA', 'prints'],
])('%s is found', async (_, from, to, words) => {
  expect(good).toContain(from);
  const faults = await faultsOf(good.replace(from, to), '.github/workflows/release.yml');
  expect(faults.join('\n')).toContain(words);
});

test('a release is made of the tag of its version only', () => {
  const check = (tag: string) =>
    spawnSync(process.execPath, ['scripts/package/check-tag.mjs', tag], { cwd: projectFolder });
  expect(check(`v${manifest.version}`).status).toBe(0);
  expect(check(`v${manifest.version}1`).status).toBe(1);
  expect(check('').status).toBe(1);
});
