import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { openBrowser } from '../test/report/chromium';
import { waybillInTerminal } from '../test/support/terminal';

const commands = [
  'sandbox reset -y --today 2025-10-15',
  'sync -q',
  'reconcile examples/payout-bfmr.csv --group bfmr --record -q',
  'reconcile examples/payout-buying-group.csv --group buying_group --record -q',
];

/** The page of `report html` in the README, from the sandbox with two payouts. */
export async function recordPage(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'waybill-picture-'));
  const file = join(home, 'report.html');
  try {
    for (const line of [...commands, `report html ${file}`]) {
      const words = line.includes('--today') ? [] : ['--today', '2025-10-28'];
      const env = { WAYBILL_HOME: home, WAYBILL_SANDBOX: '1' };
      const run = waybillInTerminal([...line.split(' '), ...words], { env });
      const { exitCode, written } = await run.ended;
      if (exitCode !== 0) throw new Error(`waybill ${line}: ${written}`);
    }
    // The time of the reading changes with every run.
    return readFileSync(file, 'utf8').replaceAll(/as of [\d-]+ [\d:]+/g, 'as of 2025-10-28 08:00');
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** What a picture says of the page that it was taken of. */
export function markOf(html: string): string {
  return `Source\0sha256 ${createHash('sha256').update(html).digest('hex')}`;
}

/** The top of the page as PNG, with its mark in a tEXt chunk behind the first chunk. */
export async function takePicture(html: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-picture-'));
  const file = join(folder, 'report.html');
  const page = await openBrowser();
  try {
    writeFileSync(file, html);
    await page.open(file);
    await page.show({ width: 1280 });
    const bottom = 'document.querySelectorAll("section")[3].getBoundingClientRect().bottom';
    const png = await page.picture(Math.ceil(await page.evaluate<number>(bottom)) + 8);
    const text = Buffer.from(`tEXt${markOf(html)}`, 'latin1');
    const chunk = Buffer.alloc(text.length + 8);
    chunk.writeUInt32BE(text.length - 4);
    text.copy(chunk, 4);
    chunk.writeUInt32BE(crc32(text), text.length + 4);
    const firstEnd = 8 + 12 + png.readUInt32BE(8);
    return Buffer.concat([png.subarray(0, firstEnd), chunk, png.subarray(firstEnd)]);
  } finally {
    await page.close();
    rmSync(folder, { recursive: true });
  }
}
