import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waybill } from '../support/waybill';
import { changed, plainParts, sheetXml } from '../support/workbook-parts';

function written(bytes: Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'a.xlsx');
  writeFileSync(path, bytes);
  return path;
}

const upload = (bytes: Buffer) =>
  waybill(
    ...[
      [
        '--sandbox',
        'shipments',
        'add',
        '--csv',
        written(bytes),
        '--no-input',
        '--dry-run',
        '--json',
      ],
    ],
  );

const generic = ['--format', 'generic', '--map', 'tracking=Tracking', '--map', 'amount=Order'];
const reconcile = (bytes: Buffer) =>
  waybill(['--sandbox', 'reconcile', written(bytes), '--group', 'bfmr', ...generic, '--json']);

const strings = 'xl/sharedStrings.xml';
const otherCase = changed(
  {},
  { [strings]: 'XL/SharedStrings.xml', 'xl/styles.xml': 'xl/Styles.xml' },
);

test('an upload reads a workbook whose parts are named in another case', async () => {
  const { stdout, exitCode } = await upload(otherCase);
  expect(exitCode).toBe(0);
  const [{ body }] = JSON.parse(stdout);
  const sent = body.shipments.map((one: Record<string, string>) => [
    one.orderNumber,
    one.trackingNumber,
  ]);
  expect(sent).toEqual([
    ['800458530', '1Z12345E6605272234'],
    ['9889303997', '041441760228964'],
  ]);
});

test('reconcile reads it too', async () => {
  const { stdout, stderr } = await reconcile(otherCase);
  expect(JSON.parse(stdout || stderr)).toMatchObject({ files: [{ format: 'generic', rows: 2 }] });
});

const sheet = 'xl/worksheets/sheet1.xml';
const damaged = {
  'a text that is not there': changed({ [sheet]: plainParts[sheet]?.replace('<v>2<', '<v>99<') }),
  'no shared texts': changed({ [strings]: undefined }),
  'no styles': changed({ 'xl/styles.xml': undefined }),
  'no rows of this sheet': changed({
    [sheet]: sheetXml('<row r="1"><c r="ZZZ1"><v>1</v></c></row>'),
  }),
};

test.each(Object.entries(damaged))('both refuse one with %s', async (_, bytes) => {
  for (const run of [upload, reconcile]) {
    const { stdout, stderr, exitCode } = await run(bytes);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('a.xlsx is damaged: '),
    });
  }
});
