import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { missingPrograms } from '../support/tier';
import { temporaryHome, waybill } from '../support/waybill';

/** The workbook as LibreOffice reads it, in its own format and as a page. */
function opened(file: string, home: string): { readonly sheet: string; readonly page: string } {
  for (const format of ['fods', 'pdf']) {
    const profile = `-env:UserInstallation=file://${join(home, 'office')}`;
    execFileSync(
      'soffice',
      [profile, '--headless', '--convert-to', format, '--outdir', home, file],
      { stdio: 'ignore', timeout: 120_000, env: { ...process.env, HOME: home } },
    );
  }
  const pdf = join(home, 'account.pdf');
  return {
    sheet: readFileSync(join(home, 'account.fods'), 'utf8'),
    page: execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' }),
  };
}

test.skipIf(missingPrograms('libreoffice', ['soffice', 'pdftotext']).length > 0)(
  'LibreOffice opens the workbook: numbers as texts, money in dollars, dates, filters, a frozen header',
  async () => {
    const home = temporaryHome();
    const env = { WAYBILL_HOME: home, WAYBILL_SANDBOX: '1' };
    const file = join(home, 'account.xlsx');
    const run = (...words: string[]) => waybill(words, { env });
    expect((await run('sync', '-q')).exitCode).toBe(0);
    expect((await run('export', file, '-q')).exitCode).toBe(0);
    const query = async (sql: string) => JSON.parse((await run('query', sql, '--json')).stdout);
    const [order] = await query(
      `select order_number as number, order_date as date, total_cents as total from orders
       where total_cents > 100000 and order_number is not null order by order_number limit 1`,
    );
    const [tracking] = await query(
      `select tracking_number as number from trackings where tracking_number not glob '*[^0-9]*' and length(tracking_number) > 15 limit 1`,
    );
    const { sheet, page } = opened(file, home);
    const cell = (value: string) => {
      const found = sheet.match(/<table:table-cell[^>]*>\s*<text:p>[^<]*<\/text:p>/g) ?? [];
      return found.find((one) => one.includes(`<text:p>${value}<`)) ?? '';
    };
    for (const { number } of [order, tracking]) {
      expect(cell(number)).toContain('office:value-type="string"');
    }
    const dollars = (order.total / 100).toFixed(2);
    const amounts =
      sheet.match(/office:value-type="(float|currency)"[^>]*office:value="[^"]+"/g) ?? [];
    expect(amounts.some((one) => one.endsWith(`office:value="${Number(dollars)}"`))).toBe(true);
    expect(sheet).toContain(`office:value-type="date" office:date-value="${order.date}"`);
    // Every sheet has a filter over its header, which is frozen.
    const sheets = sheet.match(/<table:table /g)?.length ?? 0;
    expect(sheets).toBe(9);
    expect(sheet.match(/table:display-filter-buttons="true"/g)).toHaveLength(sheets - 1);
    // Without a window LibreOffice keeps no view, so this checks the file itself.
    const parts = unzipSync(readFileSync(file));
    for (let number = 2; number <= sheets; number++) {
      const xml = strFromU8(parts[`xl/worksheets/sheet${number}.xml`] ?? new Uint8Array());
      expect(xml).toContain(
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
      );
    }
    // And as a person sees it, on the page.
    expect(page).toContain(order.number);
    expect(page).toContain(tracking.number);
    expect(page).toContain(Number(dollars).toLocaleString('en-US', { minimumFractionDigits: 2 }));
    expect(page).not.toMatch(/###|E\+\d\d/);
    // 167 orders with their parts, every page as wide as the paper, with the headings of its list.
    const pages = page.split('\f').filter((one) => one.trim() !== '');
    expect(pages.length).toBeLessThanOrEqual(20);
    for (const one of pages.slice(1)) expect(one).toMatch(/Order|Paid on/);
    expect(page).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|_cents|order_number/);
    // The totals are those of the reports.
    const report = async (name: string) =>
      JSON.parse((await run('report', name, '--json', '-q')).stdout).total;
    const inDollars = (cents: number) =>
      (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
    const [{ outstanding }, pnl] = [await report('unpaid'), await report('pnl')];
    expect(pages[0]).toContain(inDollars(outstanding));
    expect(pages[0]).toContain(inDollars(pnl.realized.profit));
    expect(pages.at(-1)).toContain(inDollars(outstanding));
  },
  240_000,
);
