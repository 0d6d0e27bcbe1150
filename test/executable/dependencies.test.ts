import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { projectFolder } from '../support/project';

test('each dependency has a reason, and each reason a dependency', () => {
  const tools = readFileSync(join(projectFolder, 'docs/decisions/0002-tools.md'), 'utf8');
  const [, table = ''] = tools.split('| --- | --- |');
  const explained = [...table.matchAll(/^\| ([^|]+) \| [^|]{4,} \|$/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  const named = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(explained.sort()).toEqual(Object.keys(named).sort());
});
