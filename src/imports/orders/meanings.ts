import { type NameMeant, nameKey, statusMeant } from '../../contract/named';
import { usageFailure } from '../../failure';
import { onceEach } from '../../lib/once';
import type { OrderKind } from '../../orders/kinds';
import { type AccountNames, MeantNames } from '../../orders/meant-names';
import { plainIdentifier, readRate } from '../../tabular/cells';
import { type FileFacts, isFault } from '../../tabular/column';
import type { Problem } from '../../upload/spec';
import type { UsedRow } from './amounts';
import type { Fallback, OrderRow } from './order';
import type { Sheet } from './sheet';
import { type Defaults, decisions, type PlanOptions, type RuleDecision } from './types';
import { type OrderNumbers, unreadable } from './values';

/** The meanings of the file's texts: groups, retailers, statuses, rates. Keeps what is worth a notice. */
export class Meanings {
  readonly notices = new Set<string>();
  readonly warnings = new Set<string>();
  /** Of groups and retailers. */
  readonly names: MeantNames;
  readonly group: (text: string) => Promise<string>;
  readonly status: (text: string) => string | undefined;
  readonly #retailer: (text: string) => Promise<NameMeant>;

  constructor(kind: OrderKind, account: AccountNames) {
    this.names = new MeantNames(kind, account);
    this.group = onceEach(async (text) => {
      const typed = plainIdentifier(text);
      return this.names.add(kind.group, typed, await this.names.look(kind.group, typed));
    });
    this.status = onceEach((text) => {
      const status = statusMeant(text, kind.statuses);
      if (status === undefined)
        this.notices.add(`"${text}" is not a status of the service: left out.`);
      return status;
    });
    this.#retailer = onceEach((text) => this.names.look('retailer', text));
  }

  /** A layout's own name for a retailer is not typed, so nothing is said of it. */
  async retailer(text: string, isTyped = true): Promise<string> {
    const meant = await this.#retailer(text);
    return isTyped ? this.names.add('retailer', text, meant) : meant.name;
  }

  /** Reads the flags about orders whose rows say nothing. Throws a usage failure if the rate is too high. */
  async fallback(defaults: Defaults, retailer: string | undefined): Promise<Fallback> {
    const { group, status, earnRate, account, card, subCard } = defaults;
    const rate = readRate(earnRate) ?? undefined;
    if ((rate ?? 0) > highestRate)
      throw usageFailure(`--earn-rate ${earnRate} is above ${highestRate}, which no card earns`);
    return {
      account,
      card,
      subCard,
      retailer: retailer && (await this.retailer(retailer, defaults.retailer !== undefined)),
      group: group === undefined ? undefined : await this.group(group),
      status: status === undefined ? undefined : this.status(status),
      earnRate: rate,
    };
  }
}

/** A row of the plan: what it says, or why it can't be read. */
export interface PlannedRow extends UsedRow {
  readonly index: number;
  readonly read: OrderRow | Problem;
}

/** The highest earn rate that is taken for one. */
const highestRate = 20;

/** The row of an order, as all texts of the file are meant; or why it can't be read. */
export async function readOrderRow(
  { row, said, orderNumber, values, problem }: UsedRow,
  numbers: OrderNumbers,
  { layout }: Pick<Sheet, 'layout'>,
  meanings: Meanings,
): Promise<PlannedRow['read']> {
  if (values === undefined) return problem as Problem;
  const several = numbers.unclear.get(orderNumber);
  if (several !== undefined) {
    const message = `the order number ${orderNumber} may be ${several.join(' or ')}, written in another way; write each one alike`;
    return { code: 'several_orders', message };
  }
  const retailer = row.text('retailer');
  const usual = layout?.retailers?.[nameKey(retailer)];
  const { text = '', byRule } = said.earnRate ?? {};
  const rate = readRate(text);
  // A rule, and a cell that says `2%` or `2x`, has the rate itself.
  const isFraction = byRule === false && /\d$/.test(text);
  const times = isFraction ? (layout?.rateTimes ?? 1) : 1;
  const cell = row.cell('earnRate') ?? { header: 'earnRate', text };
  if (rate === undefined || (times > 1 && rate !== null && rate >= 1)) {
    const such = times > 1 ? 'such as 0.02, which means 2%' : 'such as 2 or 1.5';
    return unreadable(cell, `is not an earn rate ${such}`);
  }
  if ((rate ?? 0) * times > highestRate)
    return unreadable(cell, `is above ${highestRate}, which no card earns`);
  // No card earns as little as 0.05, but 5% may be written like this.
  const words = `Earn rate ${text} is read as ${text}%; if that is a fraction, write it as a percentage.`;
  if (isFraction && rate && rate * times < 0.5) meanings.warnings.add(words);
  return Object.assign(values, {
    retailer:
      retailer === '' ? undefined : await meanings.retailer(usual ?? retailer, usual === undefined),
    group: said.group && (await meanings.group(said.group.text)),
    account: row.text('account') || undefined,
    status: said.status && meanings.status(said.status.text),
    card: said.card?.text,
    subCard: row.text('subCard') || undefined,
    // Without the noise of a float: 0.07 × 100.
    earnRate: rate === null ? undefined : Number((rate * times).toFixed(6)),
  });
}

/** The fields that rules decide in rejects, too. The statuses of a layout are not sent. */
const ruledFields = ({ layout }: Sheet) =>
  decisions.filter((one) => one !== 'status' || layout === undefined);

/** Those that the file has no column for: its rejects have one. */
export function ruledColumns(sheet: Sheet, rules: PlanOptions['rules']): readonly RuleDecision[] {
  if (rules === undefined) return [];
  const isDecided = (field: RuleDecision) =>
    field === 'group' || rules.some(({ decides }) => decides[field] !== undefined);
  return ruledFields(sheet).filter((one) => !sheet.columns.has(one) && isDecided(one));
}

/** The cells of a row for the rejects file, with what a rule decided: the addresses are not in it. */
export function rejectCells(
  { row, said }: PlannedRow,
  sheet: Sheet,
  added: readonly RuleDecision[],
  facts: FileFacts,
): readonly string[] {
  const ruled = (field: RuleDecision) => (said[field]?.byRule ? said[field].text : undefined);
  const cells = row.cells.toSpliced(sheet.kept.length, 0, ...added.map((one) => ruled(one) ?? ''));
  for (const field of ruledFields(sheet)) {
    const [header, text] = [sheet.columns.get(field), ruled(field)];
    if (header !== undefined && text !== undefined) cells[sheet.kept.indexOf(header)] = text;
  }
  // As a text, a workbook's date would be sure, whatever its column proves.
  const date = row.cell('date');
  const read = date?.isDate ? sheet.types.get('date')?.read(date, facts) : undefined;
  if (date && read && isFault(read))
    cells[sheet.kept.indexOf(date.header)] = `${date.raw} (day first?)`;
  return cells;
}
