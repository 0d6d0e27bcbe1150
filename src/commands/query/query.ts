import { defineCommand, maybeOne, type Nouns } from '../../cli/definition';
import { integer, repeated, seconds, text, toggle, valued } from '../../cli/flag';
import { mirrorOnlyFlags } from '../../cli/global-flags';
import type { Context } from '../../context/context';
import { usageFailure } from '../../failure';
import { textIn } from '../../lib/text-file';
import { counted } from '../../lib/words';
import type { describeViews, QueryResult, QueryValue } from '../../mirror/query';
import { defaultMaxTime, guardQuery } from '../../mirror/query-guard';
import { wrapped } from '../../output/text';
import type { FieldKind, ListView } from '../../output/view';

type Table = ReturnType<typeof describeViews>[number];
type Row = Readonly<Record<string, unknown>>;

/** Reads a whole number as a number, which LIMIT needs; with a leading zero it stays a text. */
function readParameter(typed: string, label: string): readonly [string, string | number] {
  const [, name, value] = /^:?([A-Za-z_]\w*)=(.*)$/s.exec(typed) ?? [];
  if (name === undefined || value === undefined) {
    throw usageFailure(`${label} takes name=value, not "${typed}"`, {
      hint: 'In the SQL, write the parameter as :name.',
    });
  }
  const number = Number(value);
  const isNumber = /^-?\d/.test(value) && String(number) === value;
  return [name, isNumber ? number : value];
}

const param = repeated(
  valued('<name=value>', 'The value of a parameter :name; digits are a number', readParameter),
);

const tableView: ListView<Table> = {
  one: 'table',
  empty: 'No tables.',
  fields: {
    name: { kind: 'text', means: 'The name of the table or view' },
    columns: { kind: 'list', means: 'Its columns' },
    'columns.name': { kind: 'text', means: 'The name of the column' },
    'columns.type': { kind: 'text', means: 'Its declared type' },
  },
  // People see `tablesForPeople`.
  table: ['name', 'columns'],
};

/** The tables, wrapped at words, since columns of a table would have to be cut. */
function tablesForPeople(tables: readonly Table[], columns: number | undefined): string {
  // Some terminals report 0 columns.
  const width = (columns || 80) - 3;
  return tables
    .map(({ name, columns: named }) => {
      const lines = wrapped(named.map((column) => column.name).join(' '), width);
      return `${name}\n${lines.map((line) => `  ${line}\n`).join('')}`;
    })
    .join('\n');
}

async function printTables(context: Context, tables: readonly Table[]): Promise<void> {
  const output = await context.output();
  if (output.format !== 'table') return output.list(tableView, tables);
  await output.page(tablesForPeople(tables, context.world.stdout.columns));
}

const isMoney = (name = '') => /_cents$/i.test(name);

/** Drops the unit from a column's heading, since people see dollars. */
function headingOf(name: string, names: readonly string[]): string {
  const short = name.replace(/_cents$/i, '');
  return short === '' || (short !== name && names.includes(short)) ? name : short;
}

/** Columns whose texts people copy; of two columns with one name, the second ends in _2. */
const isIdentifier = (name: string) =>
  /^(id|order_number|tracking_number|(?!group_id).*_id)(_\d+)?$/i.test(name);

/** A tracking or order number in a column of any name, such as `new` of `events`. */
const likeIdentifier = /^(?=.*\d)(?!\d{4}-\d\d-\d\d)[A-Za-z0-9-]{8,40}$/;

function kindOfValue(value: unknown, name: string): FieldKind {
  if (typeof value === 'number') return 'number';
  return isIdentifier(name) || likeIdentifier.test(String(value)) ? 'id' : 'text';
}

/** The view of a result, and its rows: cents as dollars, `renamed` if the suffix goes from the fields as well. */
function resultView({ columns, rows }: QueryResult, inDollars: boolean, renamed: boolean) {
  const names = columns.map(({ name }) => name);
  const shown = names.map((name) => {
    const heading = headingOf(name, names);
    return { name, heading, field: renamed ? heading : name };
  });
  const keys = shown.map(({ field }) => field);
  const view: ListView<Row> = {
    one: 'row',
    empty: 'No rows.',
    fields: Object.fromEntries(
      shown.map(({ name, field }) => [
        field,
        isMoney(name) ? 'money' : { kind: 'text', kindIn: (row) => kindOfValue(row[field], name) },
      ]),
    ),
    table: shown,
    flat: keys,
  };
  // A sum of cents is whole, but an average is not: people see it to the cent.
  const toCents = (value: QueryValue, index: number) =>
    typeof value === 'number' && isMoney(names[index]) ? Math.round(value) : value;
  function* objects(): Generator<Row> {
    for (const row of rows) {
      const values = inDollars ? row.map(toCents) : row;
      yield Object.fromEntries(keys.map((key, index) => [key, values[index]]));
    }
  }
  return { view, rows: objects() };
}

async function readSql(
  sql: string | undefined,
  file: string | undefined,
  { world }: Context,
): Promise<string | undefined> {
  if (sql !== undefined && file !== undefined) {
    throw usageFailure('Pass the SQL on the command line or with --file, not both');
  }
  const path = sql === '-' ? '-' : file;
  if (path === undefined) return sql;
  const { readInputFile } = await import('../../input/input-file');
  const { bytes, name } = await readInputFile(path, world);
  return textIn(bytes, name);
}

/** Prints help and the list of views for a plain `waybill query`. */
async function introduce(context: Context, nouns: Nouns, tables: readonly Table[]): Promise<void> {
  const { CommandLine } = await import('../../cli/command-line');
  const request = await new CommandLine(['query', '--help'], nouns).read();
  const { world } = context;
  const help = request.kind === 'help' ? await request.page({ width: world.stdout.columns }) : '';
  const output = await context.output();
  await output.page(`${help}\n${tablesForPeople(tables, world.stdout.columns)}`);
}

export const queryCommand = (nouns: Nouns) =>
  defineCommand({
    description: `The views are orders, giftcards, all_orders, items, trackings, cards, unpaid, events, payments,
all_payments and acceptances; --tables lists their columns. Columns that end in _cents are integer cents:
tables show them as dollars. With --money dollars, so do csv and tsv, which drop _cents from the name.

A --param value of digits, such as 42, is bound as a number; anything else, 042 included, is text. A
column compares with either, but an expression such as trim(order_number) needs CAST(:n AS TEXT).`,
    documents: { 'The rows': [{ fields: {}, open: true }], 'With --tables': [tableView] },
    arguments: { sql: maybeOne('The statement, or - for standard input') },
    flags: {
      file: text('<file>', 'Read the statement from a file', { complete: 'file' }),
      param,
      maxRows: integer('<n>', 'Maximum number of rows', { minimum: 1, defaultText: 'all' }),
      maxTime: seconds('Maximum run time', {
        minimum: 0.001,
        defaultText: String(defaultMaxTime / 1000),
      }),
      tables: toggle('List the views and their columns'),
      ...mirrorOnlyFlags,
    },
    examples: {
      'waybill query "select group_id, count(*) as orders, sum(outstanding_cents) as outstanding_cents from unpaid group by 1 order by 3 desc"':
        'List who owes what',
      'waybill query "select order_number, order_date, total_cents from orders where status = :status order by 2" --param status=purchased':
        'List what has not shipped, oldest first',
      'waybill query "select order_month, sum(reward_cents) as reward_cents from all_orders where gone_at is null group by 1" -o csv --money dollars':
        'Export card rewards by month, in dollars',
      'waybill query --tables': 'List the views and their columns',
    },
    async run({ sql, file, param: parameters = [], maxRows, maxTime, tables, ...flags }, context) {
      const { world, notices } = context;
      const typed = await readSql(sql, file, context);
      const asksNothing = typed === undefined && !tables;
      if (asksNothing && world.stdout.isTTY !== true) {
        throw usageFailure('No SQL to run', {
          hint: 'Run waybill query "select …", or use - for standard input. For the views, run waybill query --tables.',
        });
      }
      // Reject bad SQL before reading the account for it.
      if (typed !== undefined) guardQuery(typed);
      const access = await context.mirror();
      const { describeViews, runQuery } = await import('../../mirror/query');
      const mirror = await access.open(flags);
      const { database } = mirror;
      // A reward by its name, or in `select *`.
      if (/reward|(?:\bselect(?:\s+distinct|\s+all)?|[,.])\s*\*/i.test(typed ?? ''))
        await access.warnOfPointValue(mirror, flags);
      if (asksNothing) return introduce(context, nouns, describeViews(database));
      if (typed === undefined || tables) return printTables(context, describeViews(database));
      const output = await context.output();
      const options = {
        parameters: Object.fromEntries(parameters),
        maxRows,
        maxTime: maxTime && maxTime * 1000,
        signal: world.interruption,
        onAbandoned: world.abandonWork,
      };
      const isDelimited = output.format === 'csv' || output.format === 'tsv';
      const renamed = isDelimited && context.settings().money === 'dollars';
      const inDollars = renamed || output.format === 'table';
      await runQuery(database, typed, options, async (result) => {
        const { view, rows } = resultView(result, inDollars, renamed);
        await output.list(view, rows);
        if (result.isCut())
          notices.notice(
            `Showing the first ${counted(maxRows ?? 0, 'rows')}. Use --max-rows for more.`,
          );
      });
    },
  });
