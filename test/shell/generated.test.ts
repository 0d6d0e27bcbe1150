import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generatedFiles } from '../../scripts/generate/files';
import { projectFolder } from '../support/project';

const files = await generatedFiles();

describe('the output of npm run generate is committed and up to date', () => {
  test.each(Object.keys(files))('%s', (path) => {
    expect(readFileSync(join(projectFolder, path), 'utf8')).toBe(files[path]);
  });

  test.each(['man', 'docs/commands', 'schemas'])('%s contains nothing else', (folder) => {
    const written = Object.keys(files).filter((path) => path.startsWith(`${folder}/`));
    const found = readdirSync(join(projectFolder, folder)).map((name) => `${folder}/${name}`);
    expect(found.sort()).toEqual(written.sort());
  });
});
