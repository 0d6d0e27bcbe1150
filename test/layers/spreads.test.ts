import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { projectFolder } from '../support/project';

/** The spreads of a literal, which only put several members on one line. */
function spreadLiterals(path: string, text: string): readonly string[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const spread = ts.isSpreadAssignment(node) || ts.isSpreadElement(node) ? node : undefined;
    const of = spread?.expression;
    if (of && (ts.isObjectLiteralExpression(of) || ts.isArrayLiteralExpression(of))) {
      const { line } = tree.getLineAndCharacterOfPosition(of.getStart(tree));
      found.push(`${path}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

test('no literal is spread only for the formatter', () => {
  const sources = join(projectFolder, 'src');
  const paths = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  const own = paths.filter((path) => /(?<!\.test)\.ts$/.test(path));
  expect(own.length).toBeGreaterThan(400);
  expect(
    own.flatMap((path) => spreadLiterals(path, readFileSync(join(sources, path), 'utf8'))),
  ).toEqual([]);
});

test.each([
  ['const a = { ...{ b, c } };', 1],
  ['const a = [...[1, 2], ...b];', 1],
  ['const a = { ...b, ...(c && { d }) }; const e = [...f.map(g), ...[...h].map(i)];', 0],
])('%s has %i', (text, count) => {
  expect(spreadLiterals('a.ts', text)).toHaveLength(count);
});
