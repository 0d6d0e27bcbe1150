import type { PayoutFile } from '../../imports/payouts/files';
import { nameOf, verdictTexts } from '../../insight/reconcile/messages';
import { outcomes, type ReadRow, verdicts } from '../../insight/reconcile/model';
import type { Reconciliation } from '../../insight/reconcile/reconcile';
import { needsAttention, type ReconcileReport, reaching } from '../../insight/reconcile/report';
import type { OrderVerdict, RecordedRun, StatusUpdate } from '../../insight/reconcile/result';
import { groupBy, membersBelow } from '../../lib/once';
import { counted, dollarsForPeople as dollars } from '../../lib/words';
import type { Line } from '../../output/options';
import type { CardView, ListView } from '../../output/view';

/** In row formats, one row for each order of the group. */
export const verdictView: ListView<ReconcileReport['verdicts'][number]> = {
  one: 'order',
  empty: 'No orders of this group.',
  fields: {
    id: { kind: 'id', means: "The service's id of the order" },
    kind: { kind: 'text', means: 'The kind of order', values: ['order', 'giftcard'] },
    orderNumber: { kind: 'id', short: 'number', means: 'The order number', orNull: true },
    verdict: { kind: 'status', means: 'The verdict: what the group paid of it', values: verdicts },
    expected: { kind: 'money', means: 'What the group promised' },
    paid: { kind: 'money', means: 'What was paid, recorded payments included' },
    difference: { kind: 'money', means: 'Paid minus expected' },
    detail: { kind: 'text', means: 'What else there is to say', orNull: true },
    rows: { kind: 'list', of: 'number', means: 'The lines that name it' },
  },
  table: ['orderNumber', 'verdict', 'expected', 'paid', 'difference'],
};

const rowCount = {
  count: { kind: 'number', means: 'How many rows' },
  cents: { kind: 'money', means: 'What they name' },
} as const;
const orderCount = { kind: 'number', means: 'How many orders' } as const;

/** Scripts depend on the json object. */
export const reportView: CardView<ReconcileReport> = {
  one: 'reconciliation',
  fields: {
    group: { kind: 'text', means: 'The group' },
    files: { kind: 'list', means: 'The files that were read' },
    'files.file': { kind: 'text', means: 'The file' },
    'files.format': { kind: 'text', means: 'The format that it was read as' },
    'files.rows': { kind: 'number', means: 'Its rows' },
    rows: { kind: 'object', means: 'The rows by what became of them' },
    ...Object.assign({}, ...outcomes.map((outcome) => membersBelow(`rows.${outcome}`, rowCount))),
    orders: { kind: 'object', means: 'How many orders have which verdict' },
    ...membersBelow('orders', Object.fromEntries(verdicts.map((verdict) => [verdict, orderCount]))),
    verdicts: { kind: 'list', means: 'Each order of the group' },
    ...membersBelow('verdicts', verdictView.fields),
    needsAPerson: { kind: 'list', means: 'Rows and payments that a person has to look at' },
    ...membersBelow('needsAPerson', {
      file: { kind: 'text', means: 'The file; null for a doubt', orNull: true },
      line: { kind: 'number', means: 'The line in it; null for a doubt', orNull: true },
      outcome: { kind: 'text', means: 'What became of the row', values: outcomes, orNull: true },
      cents: { kind: 'money', means: 'What it names', orNull: true },
      detail: { kind: 'text', means: 'What there is to decide, in words' },
      suggestions: { kind: 'list', of: 'id', means: 'Order numbers that may be meant' },
      payment: { kind: 'number', means: 'The id of a payment in doubt', optional: true },
    }),
    deposit: { kind: 'object', means: 'What the files pay, beside what the bank received' },
    ...membersBelow('deposit', {
      expected: { kind: 'money', means: 'What the bank received: --deposit', orNull: true },
      found: { kind: 'money', means: 'What the files pay' },
      difference: { kind: 'money', means: 'Found minus expected', orNull: true },
      recordedBefore: { kind: 'money', means: 'What another file had before; not in found' },
    }),
    recorded: { kind: 'number', means: 'Payments that were recorded now' },
    import: { kind: 'number', means: 'The id of this import', orNull: true },
  },
  card: ({ group }) => group,
};

/** `paid_in_full` as "paid in full". */
const inWords = (name: string) => name.replaceAll('_', ' ');

/** One line for a file: its format, and which column was read as which field. */
export function readAs({ file, format, columns, unknown, rows }: PayoutFile): string {
  const read = columns.map(({ field, header }) => `${field} from "${header}"`).join(', ');
  const rest = unknown.map((name) => `"${name}"`).join(', ');
  const left = rest === '' ? '' : `; unused columns: ${rest}`;
  return `${file}: ${counted(rows.length, 'rows')} read as ${format}: ${read}${left}`;
}

/** Worst first: money that is lost or wrong, then money that is late. */
const worst = Object.keys(verdictTexts);

function needingAttention(result: Reconciliation): readonly OrderVerdict[] {
  const away = ({ paid, order }: OrderVerdict) => Math.abs(paid - order.expected);
  return result.verdicts
    .filter(needsAttention)
    .sort(
      (one, other) =>
        worst.indexOf(one.verdict) - worst.indexOf(other.verdict) || away(other) - away(one),
    );
}

/** Advice about an order, and the name of those that have it in common. */
function advice({
  order,
  verdict,
  doubts,
  isDenied,
}: OrderVerdict): readonly [name: string, todo: string] {
  const name = inWords(verdict);
  if (doubts.length > 0) return [name, 'see below what is in doubt'];
  if (isDenied) return [name, 'ask the group: the order is paid at the service'];
  // A group names tracking numbers: it can't find an order that has none.
  return verdict === 'missing' && order.trackings.length === 0
    ? [`${name}, no tracking number`, 'add it, then ask the group']
    : [name, verdictTexts[verdict][1]];
}

/** The orders below what to do about them. Their sum is what is owed, if none was paid. */
function adviceLines(orders: readonly OrderVerdict[], several: boolean): readonly Line[] {
  return [...groupBy(orders, (one) => advice(one).join(': '))].flatMap(([, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const [name, todo] = advice(first);
    const owed = own.reduce((sum, { order }) => sum + order.expected, 0);
    const isUnpaid = own.length > 1 && own.every(({ paid }) => paid === 0);
    const sum = isUnpaid ? ` (${counted(own.length, 'orders')}, ${dollars(owed)})` : '';
    const tone = ['missing', 'rejected'].includes(first.verdict) ? 'bad' : 'doubtful';
    const line = { tone, mark: `  ${name}`, rest: `: ${todo}${sum}` } as const;
    return [line, ...own.map((one) => orderLine(one, several))];
  });
}

/** "expected $5.00, paid $4.00, $1.00 short"; only what is expected if nothing was paid. */
function figures({ expected, paid }: { readonly expected: number; readonly paid: number }): string {
  if (paid === 0) return dollars(expected);
  const both = `expected ${dollars(expected)}, paid ${dollars(paid)}`;
  if (paid === expected) return both;
  return paid < expected
    ? `${both}, ${dollars(expected - paid)} short`
    : `${both}, ${dollars(paid - expected)} over`;
}

/** "lines 3, 4", or "line 3 of may.csv; lines 3, 4 of june.csv". */
function linesOf(rows: OrderVerdict['rows'], several: boolean): string {
  const inFile = (lines: OrderVerdict['rows']) =>
    `${lines.length === 1 ? 'line' : 'lines'} ${lines.map(({ line }) => line).join(', ')}`;
  if (!several) return inFile(rows);
  return [...groupBy(rows, ({ file }) => file)]
    .map(([file, own]) => `${inFile(own)} of ${file}`)
    .join('; ');
}

function orderLine({ order, paid, rows, cluster, detail }: OrderVerdict, several: boolean): string {
  const more = detail === null ? '' : `; ${detail}`;
  const where = rows.length === 0 ? '' : ` (${linesOf(rows, several)})`;
  const start = `    ${nameOf(order)}, `;
  const { expected } = order;
  const others = (cluster?.orders ?? []).filter((other) => other !== order).map(nameOf);
  if (cluster === undefined || others.length === 0) {
    return `${start}${figures({ expected, paid })}${where}${more}`;
  }
  // The verdict is on all of them: this order alone may be over while they are short.
  return `${start}expected ${dollars(expected)}, paid ${dollars(paid)}${where}; reconciled together with ${others.join(', ')}: ${figures(cluster)} in all${more}`;
}

/** The place of a row, with its file if there are several. */
export function placeOf(
  { file, line }: { readonly file: string; readonly line: number },
  several: boolean,
): string {
  return several ? `${file}, line ${line}` : `line ${line}`;
}

function rowLine(
  { outcome, cents, detail, suggestions, ...row }: Reconciliation['needsAPerson'][number],
  several: boolean,
): Line {
  const where = placeOf(row, several);
  const amount = outcome === 'unreadable' ? '' : ` ${dollars(cents)}`;
  const maybe =
    suggestions.length === 0
      ? ''
      : `; possibly ${suggestions.length === 1 ? 'order' : 'orders'} ${suggestions.join(', ')}`;
  return {
    tone: outcome === 'unmatched' || outcome === 'unreadable' ? 'bad' : 'doubtful',
    mark: `  ${where}, ${outcome}`,
    rest: `${amount}: ${detail}${maybe}`,
  };
}

/** Each row as its file has it, to name a bonus or a fee. */
export function textsOf(files: readonly PayoutFile[]): ReadonlyMap<ReadRow, string> {
  return new Map(
    files.flatMap(({ rows }) =>
      rows.map(({ row, cells }) => {
        const own = 'item' in row && row.item !== null ? [row.item] : cells;
        return [row, own.filter((cell) => cell.trim() !== '').join(' ')] as const;
      }),
    ),
  );
}

const toLookAt = (count: number, what: string): Line => ({
  tone: 'doubtful',
  mark: `${counted(count, what)} to look at`,
  rest: ':',
});

/** The summary, then only what needs attention. If everything is paid in full, just one line. */
export function reportLines(
  result: Reconciliation,
  { files, rows, orders, deposit }: ReconcileReport,
  texts: ReadonlyMap<ReadRow, string>,
): readonly Line[] {
  const attention = needingAttention(result);
  const people = [...result.needsAPerson].sort((one, other) => other.cents - one.cents);
  const lines: Line[] = [];
  const inFiles = result.verdicts.filter((known) => known.rows.length > 0);
  const unclear = outcomes.filter((one) => rows[one].count > 0 && !reaching.has(one));
  const allPaid =
    inFiles.every(({ verdict }) => verdict === 'paid_in_full') &&
    attention.length + people.length + unclear.length === 0;
  if (allPaid && inFiles.length > 0) {
    const sum = inFiles.reduce((total, { paid }) => total + paid, 0);
    const rest = `: ${counted(inFiles.length, 'orders')}, ${dollars(sum)}.`;
    lines.push({ tone: 'good', mark: 'All paid in full', rest });
  } else {
    const counts = outcomes
      .filter((outcome) => rows[outcome].count > 0)
      .map((outcome) => {
        const { count, cents } = rows[outcome];
        return `${count} ${outcome} (${dollars(cents)})`;
      });
    const judged = verdicts
      .filter((verdict) => orders[verdict] > 0)
      .map((verdict) => `${orders[verdict]} ${inWords(verdict)}`);
    lines.push(`Rows: ${counts.join(', ')}`);
    lines.push(`Orders of ${result.group}: ${judged.join(', ') || 'none'}`);
  }
  if (deposit.expected !== null) {
    const { expected, found, difference, recordedBefore } = deposit;
    const before =
      recordedBefore === 0 ? '' : ` without the ${dollars(recordedBefore)} of an earlier file`;
    const match =
      difference === 0 ? 'no difference' : `a difference of ${dollars(difference ?? 0)}`;
    lines.push(
      `Deposit: ${dollars(expected)}, rows add up to ${dollars(found)}${before}: ${match}`,
    );
  }
  if (attention.length > 0) {
    lines.push('', toLookAt(attention.length, 'orders'));
    lines.push(...adviceLines(attention, files.length > 1));
  }
  if (people.length > 0) {
    lines.push('', toLookAt(people.length, 'rows'));
    for (const one of people) lines.push(rowLine(one, files.length > 1));
  }
  const others = result.rows.filter(({ outcome }) => outcome === 'other');
  if (others.length > 0) {
    lines.push('', `${counted(others.length, 'rows')} without an order:`);
    for (const { row, cents } of others) {
      lines.push(`  ${placeOf(row, files.length > 1)}, ${dollars(cents)}: ${texts.get(row) ?? ''}`);
    }
  }
  return lines;
}

/** The flags that decide what is saved. */
type Typed = Readonly<Record<'apply' | 'applyReceived' | 'record', boolean>>;

export type Updates = readonly StatusUpdate[];

/** `800458530: delivered → paid` */
export const updateLines = (updates: Updates) =>
  updates.map(({ order, status }) => `${nameOf(order)}: ${order.status} → ${status}`);

/** "2 orders to paid and 1 order to received" */
export function updatesInWords(updates: Updates): string {
  return [...groupBy(updates, ({ status }) => status)]
    .map(([status, { length }]) => `${counted(length, 'orders')} to ${status}`)
    .join(' and ');
}

/** Changes that --apply and --apply-received would make, for people. */
export function plannedLines(updates: Updates, { apply, applyReceived }: Typed): readonly string[] {
  if (updates.length > 0) {
    return [`Would set ${updatesInWords(updates)}:`, ...updateLines(updates)];
  }
  const statuses = [...(apply ? ['paid'] : []), ...(applyReceived ? ['received'] : [])];
  return [`No order would be set to ${statuses.join(' or ')}.`];
}

/** Says what was saved, and advises the next step. */
export function closingLine(
  done: RecordedRun | undefined,
  { toRecord, toApply }: Reconciliation,
  { apply, applyReceived, record }: Typed,
  savesMapping: boolean,
  account: string,
): string {
  const isApplied = apply || applyReceived;
  if (!isApplied && !record) {
    return savesMapping
      ? 'The mapping was saved, but the payments were not. To save them, use --record, or --apply to set orders to paid as well.'
      : 'No payments were saved. Use --record to save them, or --apply to set orders to paid as well.';
  }
  if (done === undefined) {
    return toRecord.length === 0
      ? 'No new payments to record.'
      : `${counted(toRecord.length, 'payments')} would be recorded. Nothing was saved.`;
  }
  const undo = `To revert, run waybill payments undo ${done.id}${account}.`;
  const next =
    isApplied || toApply.length === 0 ? '' : ' To set orders to paid, run it again with --apply.';
  return `${counted(done.recorded, 'payments')} recorded as import ${done.id}. ${undo}${next}`;
}
