import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull, missingPrograms } from '../support/tier';
import { temporaryHome, waybill } from '../support/waybill';
import { type BrowserPage, openBrowser } from './chromium';
import { account, mirrorOf, payments } from './fixture';
import { hostileNames, manyGroups } from './page-accounts';

const [order] = account.orders;
const accounts = {
  'an empty account': () => mirrorOf({ orders: [], giftcards: [], cards: [] }),
  'one order': () =>
    mirrorOf({ ...account, orders: order === undefined ? [] : [order], giftcards: [] }),
  'the fixture': () => mirrorOf(account, payments),
  '100 groups': () => mirrorOf(manyGroups(100)),
  'a million dollars': () =>
    mirrorOf({
      ...account,
      orders: ['mvp_buying_group', 'power_buy_network', 'earn_from_buying'].flatMap((name, index) =>
        ['paid', 'delivered', 'shipped'].map((status) => ({
          ...{ id: `${status}${index}`, orderNumber: `N${index}`, buyingGroup: name, status },
          ...{ orderDate: '2026-01-10', total: 345_678_90, expectedPayout: 1_234_567_89 },
        })),
      ),
    }),
  'hostile and long names, millions of dollars': () =>
    mirrorOf({
      ...account,
      orders: [...hostileNames, 'w'.repeat(200), '界'.repeat(80)].flatMap((name, index) =>
        ['paid', 'delivered'].map((status) => ({
          ...{ id: `${status}${index}`, orderNumber: `N${index}`, buyingGroup: name, status },
          ...{ orderDate: '2026-01-10', total: 987_654_321_00, expectedPayout: 1_087_654_321_00 },
        })),
      ),
      giftcards: [],
    }),
};

interface Text {
  readonly text: string;
  readonly color: string;
  /** The colors behind it, starting with its own element's. */
  readonly behind: readonly string[];
}

/** Every visible text, with its color and the colors behind it. */
const textsOfPage = `[...document.querySelectorAll('body *')].filter((one) =>
  one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
).map((one) => {
  const behind = [];
  for (let at = one; at; at = at.parentElement) behind.push(getComputedStyle(at).backgroundColor);
  const style = getComputedStyle(one);
  return { text: one.textContent, color: one.closest('svg') ? style.fill : style.color, behind };
})`;

const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);

/** Relative luminance, as WCAG 2 defines it. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const isOpaque = (color: string) => (channels(color)[3] ?? 1) === 1;

describe.skipIf(missingPrograms('chromium').length > 0)('in a browser', () => {
  let browser: BrowserPage;
  const folder = mkdtempSync(join(tmpdir(), 'page-looks-'));
  const files = new Map<string, string>();
  beforeAll(async () => {
    browser = await openBrowser();
    for (const [name, make] of Object.entries(accounts)) {
      const file = join(folder, `${files.size}.html`);
      const line = ['report', 'html', file, '--mirror', await make(), '--today', '2026-03-31'];
      const { exitCode } = await waybill(line, { env: { WAYBILL_HOME: temporaryHome() } });
      expect(exitCode).toBe(0);
      files.set(name, file);
    }
  }, 120_000);
  afterAll(() => browser?.close());

  test.each(Object.keys(accounts))('%s: nothing is wider than the screen', async (name) => {
    await browser.open(files.get(name) ?? '');
    for (const width of [320, 375, 600, 760, 899, 900, 1020, 1280, 1920]) {
      await browser.show({ width });
      const wide = await browser.evaluate<string[]>(
        `[...document.querySelectorAll('*')].filter((one) => one.checkVisibility() &&
           one.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5
         ).map((one) => one.outerHTML.slice(0, 200))`,
      );
      expect({ width, wide }).toEqual({ width, wide: [] });
      const scrolls = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      expect({ width, scrolls: await browser.evaluate(scrolls) }).toEqual({
        width,
        scrolls: false,
      });
    }
  });

  test.each(['the fixture', '100 groups', 'a million dollars'])(
    '%s: no amount and no word of a heading is broken',
    async (name) => {
      await browser.open(files.get(name) ?? '');
      const broken = `[...document.querySelectorAll('td, dd b, th[scope=col]')].flatMap((one) =>
        !one.checkVisibility() ? [] : [...one.firstChild.data.matchAll(/\\S+/g)].filter((word) => {
          const range = document.createRange();
          range.setStart(one.firstChild, word.index);
          range.setEnd(one.firstChild, word.index + word[0].length);
          return range.getClientRects().length > 1;
        }).map(([word]) => word))`;
      for (const width of [320, 375, 600, 760, 899, 900, 1019, 1020, 1280]) {
        await browser.show({ width });
        expect({ width, broken: await browser.evaluate(broken) }).toEqual({ width, broken: [] });
      }
      // Letter and A4 minus their margins.
      for (const width of [710, 688]) {
        await browser.show({ width, print: true });
        expect({ width, broken: await browser.evaluate(broken) }).toEqual({ width, broken: [] });
      }
    },
  );

  test.each(Object.keys(accounts))('%s: every text has enough contrast', async (name) => {
    await browser.open(files.get(name) ?? '');
    for (const scheme of ['light', 'dark'] as const) {
      for (const width of [375, 1280]) {
        await browser.show({ width, scheme });
        const texts = await browser.evaluate<Text[]>(textsOfPage);
        expect(texts.length).toBeGreaterThan(20);
        const faint = texts.filter(
          ({ color, behind }) => contrast(color, behind.find(isOpaque) ?? 'rgb(255,255,255)') < 4.5,
        );
        expect({ scheme, width, faint }).toEqual({ scheme, width, faint: [] });
      }
    }
  });

  test.each(Object.keys(accounts))('%s: axe finds no barrier', async (name) => {
    await browser.open(files.get(name) ?? '');
    for (const scheme of isFull ? (['light', 'dark'] as const) : (['dark'] as const)) {
      for (const width of isFull ? [375, 1280] : [375]) {
        await browser.show({ width, scheme });
        await browser.evaluate(`${axe.source}; undefined`);
        const barriers = await browser.evaluate<string[]>(
          `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) =>
             id + ': ' + nodes.map(({ target }) => target).join(', ')))`,
        );
        expect({ scheme, width, barriers }).toEqual({ scheme, width, barriers: [] });
      }
    }
  });

  test('bars and their edges have enough contrast', async () => {
    await browser.open(files.get('the fixture') ?? '');
    for (const scheme of ['light', 'dark'] as const) {
      await browser.show({ width: 1280, scheme });
      const [card = '', ...bars] = await browser.evaluate<string[]>(
        `['--card', '--main', '--alert', '--edge'].map((name) => {
           const probe = document.body.appendChild(document.createElement('i'));
           probe.style.color = 'var(' + name + ')';
           return getComputedStyle(probe).color;
         })`,
      );
      for (const bar of bars) expect(contrast(bar, card)).toBeGreaterThanOrEqual(3);
    }
  });

  test('a phone shows table headings, and charts drawn for its width', async () => {
    await browser.open(files.get('the fixture') ?? '');
    await browser.show({ width: 375 });
    const heading = (table: string) =>
      browser.evaluate(
        `[...document.querySelectorAll('#${table} tbody tr:first-child td')].map((one) =>
           getComputedStyle(one, '::before').content)`,
      );
    expect(await heading('aging')).toEqual(
      ['0-14', '15-30', '31-60', '61-90', '91+', 'Total'].map((one) => `"${one}"`),
    );
    const shown = () =>
      browser.evaluate(`[...document.querySelectorAll('svg')].filter((one) => one.checkVisibility())
        .map((one) => one.parentElement.className)`);
    expect(await shown()).toEqual(Array(6).fill('narrow'));
    await browser.show({ width: 1280 });
    expect(await shown()).toEqual(['wide', 'wide', 'wide', 'wide', 'broad', 'broad']);
  });

  test('screen readers read out the amounts of the charts', async () => {
    await browser.open(files.get('the fixture') ?? '');
    const charts = await browser.evaluate<string[]>(
      `[...document.querySelectorAll('svg')].map((one) =>
         one.closest('[role=img][aria-label]').getAttribute('aria-label'))`,
    );
    expect(new Set(charts).size).toBe(6);
    expect(charts[0]).toBe('bfmr $295.00 ($105.00 overdue); card_center $53.00');
  });

  test('hostile names are shown, run nothing and load nothing', async () => {
    const file = files.get('hostile and long names, millions of dollars') ?? '';
    const before = browser.requested.length;
    await browser.open(file);
    expect(browser.requested.slice(before)).toEqual([`file://${file}`]);
    const names = await browser.evaluate<string[]>(
      `[...document.querySelectorAll('#unpaid tbody th')].map((one) => one.textContent)`,
    );
    const plain = hostileNames.filter((name) => name.length < 60 && !/\p{Cc}/u.test(name));
    for (const name of plain) expect(names).toContain(name);
    const drawn = await browser.evaluate<string>(
      `[...document.querySelectorAll('svg text')].map((one) => one.textContent).join('\\n')`,
    );
    expect(drawn).toContain('<script>');
    expect(await browser.evaluate('document.scripts.length')).toBe(0);
    // Even a page that let a script in would not run it.
    const blocked = await browser.evaluate(`new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', () => resolve('blocked'));
      const script = document.createElement('script');
      script.textContent = 'document.title = "ran"';
      document.body.append(script);
    })`);
    expect(blocked).toBe('blocked');
  });

  test('prints in light colors without cutting off a table', async () => {
    await browser.open(files.get('100 groups') ?? '');
    // A4 minus its margins.
    await browser.show({ width: 688, scheme: 'dark', print: true });
    const background = await browser.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe('rgb(255, 255, 255)');
    const scrolls = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
    expect(await browser.evaluate(scrolls)).toBe(true);
    await browser.show({ width: 1280 });
    const pdf = await browser.pdf();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
