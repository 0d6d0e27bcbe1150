import { expect, test } from 'vitest';
import { typedPresentation } from './typed-flags';

test.each([
  ['orders list --json', 'json'],
  ['orders list -o ndjson', 'ndjson'],
  ['orders list -ocsv', 'csv'],
  ['orders list -o=tsv', 'tsv'],
  ['orders list -qo json', 'json'],
  ['orders list --output json', 'json'],
  ['--output=json orders', 'json'],
  ['orders list -o csv -o json', 'json'],
  ['orders list -o nonsense', undefined],
  ['orders list -o', undefined],
  ['orders list --outputs json', undefined],
  ['orders get -- --json', undefined],
  ['orders list', undefined],
])('%s is told as %s', (line, format) => {
  expect(typedPresentation(line.split(' ')).output).toBe(format);
});

test('colour and debugging count too', () => {
  expect(typedPresentation(['x', '--color=never', '--debug'])).toMatchObject({
    color: 'never',
    debug: true,
  });
});
