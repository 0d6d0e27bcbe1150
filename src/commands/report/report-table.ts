import type { Documents } from '../../cli/definition';
import { memberValue, type ReportMember, type ReportMembers } from '../../insight/reports/report';
import { largest, membersBelow } from '../../lib/once';
import { nameInWords } from '../../lib/words';
import { columnHeading } from '../../output/fields';
import { wholeName } from '../../output/fit';
import { isUtf8 } from '../../output/options';
import type { Field, FieldKind, ListView } from '../../output/view';
import type { World } from '../../world';

/** The declared members of reports as fields and columns of the terminal. */

export type Fields = Readonly<Record<string, FieldKind | Field>>;

function fieldOf({ format, isAlarm, ...shown }: ReportMember): Field {
  const isNumber = format === 'count' || format === 'days' || format === 'percent';
  const kind = isAlarm ? 'overdue' : isNumber ? 'number' : format;
  return { kind, ...(format === 'days' && { unit: 'd' }), ...shown };
}

/** The group whole, as it is typed; items and retailers often differ only after a few words. */
export const dimensionField = (name: string): Field => ({
  kind: 'text',
  preferredWidth: name === 'group' ? wholeName : 20,
});

/**
 * The fields of rows, or of the total, which has more or fewer; with the objects that hold some: `realized` before
 * `realized.cost`.
 */
export function memberFields(members: ReportMembers, of: 'rows' | 'total' = 'rows'): Fields {
  const fields = Object.entries(members).flatMap(([path, member]) => {
    const [outer = path] = path.split('.');
    if (member.total === (of === 'rows' ? 'only' : 'nothing')) return [];
    const field = { ...fieldOf(member), ...(path === 'group' && dimensionField(path)) };
    return [...(outer === path ? [] : [[outer, 'object']]), [path, field]];
  });
  return Object.fromEntries(fields);
}

const balanceFields: Fields = {
  undated: { kind: 'number', means: 'With --as-of: payments without a date', optional: true },
  inexact: { kind: 'number', means: 'With --as-of: orders of unknown status', optional: true },
};

/** The documents of a report by what they are, each with the fields of its rows and of its total. */
export function reportDocuments(
  parts: Readonly<Record<string, readonly [rows: Fields, total: Fields]>>,
  asOf?: 'asOf',
): Documents {
  const documents = Object.entries(parts).map(([title, [rows, total]]) => [
    title,
    {
      fields: {
        report: { kind: 'text', means: 'The name of the report' },
        by: { kind: 'text', means: 'What a row is: the dimensions, joined by commas' },
        today: { kind: 'date', means: 'The day that counts as today' },
        asOf: { kind: 'moment', means: 'The end of the last complete sync' },
        complete: { kind: 'yesNo', means: 'True if nothing newer is in the mirror' },
        rows: { kind: 'list', means: 'The rows' },
        ...membersBelow('rows', rows),
        total: { kind: 'object', means: 'The total of all rows, also of those not shown' },
        ...membersBelow('total', { ...total, ...(asOf && balanceFields) }),
      },
    },
  ]);
  const lines = Object.values(parts).map(([rows, total]) =>
    Object.keys(rows).length === 0 ? total : rows,
  );
  return { ...Object.fromEntries(documents), line: lines.map((fields) => ({ fields })) };
}

export const memberHeadings = (
  members: ReportMembers,
  paths: readonly string[],
): readonly string[] => paths.map((path) => members[path]?.heading ?? nameInWords(path));

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;
/** Columns of a terminal on which there is room for a long bar. */
const roomy = 100;

/** The columns with bars beside the amounts at `path`, on a terminal: a mail has no use for them. */
export function withBars(
  view: ListView<object>,
  { path, rows, lastLine }: { path: string; rows: readonly object[]; lastLine: object },
  { stdout, env }: World,
): ListView<object>['table'] {
  const { table } = view;
  const place = table.indexOf(path);
  if (stdout.isTTY !== true || place === -1) return table;
  const amountOf = (row: object) => Number(memberValue(row, path));
  const width = (stdout.columns || roomy) < roomy ? 6 : 12;
  const draw = bars(rows.map(amountOf), width, isUtf8(env));
  const value = (row: object) => (row === lastLine ? ' ' : draw(amountOf(row)) || ' ');
  const heading = columnHeading(view, path);
  return table.toSpliced(place + 1, 0, { heading, kind: 'bar', value });
}

/** Draws shares of the largest amount, with `#` if the locale is not UTF-8. */
export function bars(amounts: readonly number[], width: number, wide: boolean) {
  const most = largest(amounts);
  return (amount: number): string => {
    if (most === 0 || amount <= 0) return '';
    if (!wide) return '#'.repeat(Math.max(1, Math.round((amount * width) / most)));
    const parts = Math.max(1, Math.round((amount * width * 8) / most));
    return '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '');
  };
}
