import { beforeAll, describe, expect, test } from 'vitest';
import { orderMembers, ownMembers } from '../../src/insight/order-rows';
import { auditMembers } from '../../src/insight/reports/audit';
import type { ReportMembers } from '../../src/insight/reports/report';
import { summaryMembers } from '../../src/insight/reports/summary';
import { trackingMembers } from '../../src/insight/reports/trackings';
import { isObject } from '../../src/lib/json';
import { temporaryHome, waybill } from '../support/waybill';
import { account, mirrorOf, payments } from './fixture';
import { groupedReports } from './reader';

let mirror = '';
beforeAll(async () => {
  mirror = await mirrorOf(account, payments);
});

async function json(...words: readonly string[]) {
  const line = ['report', ...words, '--mirror', mirror, '--today', '2026-03-31', '--json', '-q'];
  const { stdout } = await waybill(line, { env: { WAYBILL_HOME: temporaryHome(), TZ: 'UTC' } });
  return JSON.parse(stdout);
}

/** `{ realized: { cost: 1 } }` has `realized.cost`. */
const pathsOf = (value: object): readonly string[] =>
  Object.entries(value).flatMap(([name, inner]) =>
    isObject(inner) ? pathsOf(inner).map((path) => `${name}.${path}`) : [name],
  );
const declared = (members: ReportMembers, without?: 'only' | 'nothing') =>
  Object.keys(members).filter((path) => without === undefined || members[path]?.total !== without);

describe.each(Object.values(groupedReports))('report $name', (report) => {
  const members = report.members();

  test('has the declared members in its rows and its total, in their order', async () => {
    for (const by of ['group', 'month,card']) {
      const { rows, total } = await json(report.name, '--by', by);
      const [row] = rows;
      expect(pathsOf(row)).toEqual([...by.split(','), ...declared(members, 'only')]);
      expect(pathsOf(total)).toEqual(declared(members, 'nothing'));
    }
  });

  test('names no member that is not declared', () => {
    expect(declared(members)).toContain(report.main);
    const bar = members[report.main]?.format === 'money' ? ['bar'] : [];
    for (const path of report.leaveOut) expect([...declared(members), ...bar]).toContain(path);
  });
});

const ofOrders = Object.values(groupedReports).filter(({ isOfPayments }) => !isOfPayments);
test.each(ofOrders)('a row of an order in report $name has its members', async (report) => {
  const [row] = (await json(report.name, '--by', 'none')).rows;
  const own = [...declared(ownMembers), ...declared(report.members(), 'only')];
  expect(pathsOf(row)).toEqual(report.single === 'own' ? own : declared(orderMembers));
});

test('the reports of other rows have their declared members, too', async () => {
  const [tracking] = (await json('trackings')).rows;
  expect(pathsOf(tracking)).toEqual(declared(trackingMembers));
  const [finding] = (await json('audit')).rows;
  expect(pathsOf(finding)).toEqual(declared(auditMembers));
  expect(pathsOf((await json('summary')).total)).toEqual(declared(summaryMembers));
});

test.each([
  ...Object.values(groupedReports).map(({ name, members }) => [name, members()] as const),
  ...([
    ['order', orderMembers],
    ['trackings', trackingMembers],
    ['audit', auditMembers],
    ['summary', summaryMembers],
  ] as const),
])('each member of %s says what it means, in a sentence without its full stop', (_, members) => {
  for (const [path, { means }] of Object.entries<ReportMembers[string]>(members)) {
    expect([path, means]).toEqual([path, expect.stringMatching(/^[A-Z`0-9].{5,90}[^.]$/)]);
  }
});
