import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readShipments } from '../../src/imports/shipments/read-shipments';
import type { Encoding } from '../../src/tabular/encoding';
import { projectFolder } from '../support/project';
import { waybill } from '../support/waybill';
import { type Expected, expected, expectedOfJunk } from './expected';

const folder = join(projectFolder, 'test/spreadsheets/files');

/** `file.csv --encoding windows-1252` is another case for `file.csv`. */
const fileOf = (title: string) => title.split(' ')[0] ?? '';

interface Finding {
  readonly line: number;
  readonly severity: string;
  readonly code: string;
}

async function checked(title: string, { flags = [] }: Expected) {
  const words = ['shipments', 'check', fileOf(title), '--offline', ...flags];
  const run = await waybill([...words, '--json'], { cwd: folder });
  return { ...run, stderr: run.stderr.replaceAll('\\"', '"') };
}

/** The rows of a file, as the commands read them. */
async function rowsOf(title: string, { flags = [] }: Expected) {
  const valuesOf = (flag: string) =>
    flags.flatMap((one, index) => (flags[index - 1] === flag ? [one] : []));
  const [encoding] = valuesOf('--encoding');
  const reading = {
    map: valuesOf('--map'),
    sheet: valuesOf('--sheet')[0],
    encoding: encoding as Encoding | undefined,
    hasHeader: !flags.includes('--no-header'),
    command: 'waybill',
  };
  const name = fileOf(title);
  const source = { name, chunks: createReadStream(join(folder, name)) };
  const rows: unknown[] = [];
  for await (const drafts of (await readShipments(source, reading)).drafts) {
    for (const { line, item } of drafts) {
      rows.push([line, item.retailer, item.orderNumber, item.trackingNumber]);
    }
  }
  return rows;
}

test('the table lists every file, at least 60, 20 of them from LibreOffice', () => {
  const named = new Set([...Object.keys(expected), ...Object.keys(expectedOfJunk)].map(fileOf));
  const files = readdirSync(folder);
  expect([...named].sort()).toEqual(files.toSorted());
  expect(files.length).toBeGreaterThanOrEqual(60);
  expect(files.filter((name) => name.endsWith('.xlsx')).length).toBeGreaterThanOrEqual(20);
});

describe.each(Object.entries({ ...expected, ...expectedOfJunk }))('%s', (title, one) => {
  const { rows, findings = [], exit = 0, refused, notice = [] } = one;

  if (rows !== undefined) {
    test('its rows', async () => {
      expect(await rowsOf(title, one)).toEqual(rows);
    });
  }

  test('its findings in shipments check', async () => {
    const { stdout, stderr, exitCode } = await checked(title, one);
    if (refused !== undefined) {
      for (const part of refused) expect(stderr).toContain(part);
      // Findings before the unreadable line are printed as they are found.
      expect(stdout).not.toContain('"severity"');
      expect(exitCode).toBe(2);
      return;
    }
    const found = (JSON.parse(stdout) as Finding[]).map(
      ({ line, severity, code }) => `${line} ${severity} ${code}`,
    );
    // If no code is expected, any will do.
    const shortened = found.map((all, index) =>
      all.slice(0, findings[index]?.length ?? all.length),
    );
    expect({ findings: shortened, exitCode }).toEqual({ findings, exitCode: exit });
    for (const part of notice) expect(stderr).toContain(part);
    if (notice.length === 0) expect(stderr).not.toMatch(/skipped the lines|reading sheet/);
  });
});
