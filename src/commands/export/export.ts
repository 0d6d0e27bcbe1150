import { extname, join } from 'node:path';
import { defineCommand, one } from '../../cli/definition';
import { mirrorOnlyFlags } from '../../cli/global-flags';
import type { Context } from '../../context/context';
import { refuseOwnFiles } from '../../context/own-files';
import { usageFailure } from '../../failure';
import { booksOf } from '../../insight/books';
import { counted, dollars, typedWords } from '../../lib/words';
import { isFolder } from '../../lib/write-files';
import type { Database } from '../../mirror/libsql';
import { type AskedFile, askToReplace, replaceFiles } from '../../output/asked-files';
import type { WorkbookValue } from '../../tabular/write-workbook';
import { type AskedReport, ask } from '../report/report-run';
import { dialects, journalText } from './journal';

/** The views that are written as CSV files. */
const tables = typedWords(
  'orders items trackings giftcards payments all_payments acceptances unpaid',
);

/** Rows of a CSV file between two pauses. */
const rowsAtOnce = 500;

/** Lets a signal arrive while rows are read and written. Throws the interruption if one did. */
async function breathe({ world: { interruption } }: Context): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  interruption.throwIfAborted();
}

async function workbook({ mirror, read, scope }: AskedReport, context: Context) {
  const { writeWorkbook } = await import('../../tabular/write-workbook');
  const { listSheets } = await import('./lists');
  const { totalsSheet } = await import('./totals');
  const rows = (sql: string) =>
    mirror.database.prepare(sql).raw().iterate() as Iterable<readonly WorkbookValue[]>;
  function* sheets() {
    yield totalsSheet(read, scope, mirror.asOf);
    yield* listSheets(rows, scope);
  }
  const { bytes, cut } = await writeWorkbook(sheets(), () => breathe(context));
  if (cut > 0) {
    context.notices.warning(
      `${cut} text${cut === 1 ? ' was' : 's were'} cut: a cell can have at most 32,767 characters.`,
    );
  }
  return bytes;
}

const asTables =
  'Name a file that ends in .xlsx, or a folder for CSV files. For a single table, use waybill query … -o csv.';
const asHledger = 'hledger and Ledger read a file that ends in .journal.';

/** Endings that are not written, each with what to do instead. */
const otherEndings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['.csv', '.tsv', '.xls', '.xlsm', '.ods', '.json'].map((ending) => [ending, asTables]),
  ),
  '.ledger': asHledger,
  '.hledger': asHledger,
  '.bean': 'beancount reads a file that ends in .beancount.',
};

/** A view as CSV, read row by row. */
async function csvText(database: Database, name: string, context: Context): Promise<string> {
  const { money, rawCsv, excel, noHeader } = context.settings();
  const { tableWriter } = await import('../../tabular/write');
  const toText = await tableWriter({
    format: 'csv',
    rawCsv,
    excel,
    text: (text) => text,
    exact: (value) => (typeof value === 'bigint' ? dollars(value) : String(value ?? '')),
  });
  const statement = database.prepare(`SELECT * FROM ${name}`).raw();
  const columns = statement.columns().map((column) => column.name);
  const isInDollars = columns.map((one) => money === 'dollars' && one.endsWith('_cents'));
  const head = columns.map((one, index) =>
    isInDollars[index] ? one.slice(0, -'_cents'.length) : one,
  );
  const parts = noHeader ? [] : [toText([head])];
  for (const row of statement.iterate() as Iterable<readonly WorkbookValue[]>) {
    const cells = row.map((value, index) =>
      isInDollars[index] && Number.isSafeInteger(value) ? BigInt(value as number) : value,
    );
    parts.push(toText([cells]));
    if (parts.length % rowsAtOnce === 0) await breathe(context);
  }
  return parts.join('');
}

export const command = defineCommand({
  description: `Writes orders, gift card orders, line items, tracking numbers, payments and unpaid orders. If the name
ends in .xlsx, waybill writes a workbook: first the totals of the reports, then a sheet for each, ready
to print; otherwise, a folder of CSV files. In a workbook, money is in dollars, dates are dates, and everything else is text, so that no tracking number
loses a digit.

If the name ends in .journal, waybill writes the books in double entry for hledger and Ledger, and for
beancount if it ends in .beancount: each order and each payment is a transaction. The whole file is
written each time, so include it in a journal of your own.

Asks before it replaces files; -y skips the question.`,
  arguments: {
    file: one(
      'A file that ends in .xlsx, .journal or .beancount, a folder, or - for a workbook on standard output',
      { complete: 'file' },
    ),
  },
  flags: mirrorOnlyFlags,
  examples: {
    'waybill export account.xlsx': 'Write a workbook for Excel or LibreOffice',
    'waybill export account --money dollars':
      'Write a folder of CSV files, with amounts in dollars',
    'waybill export books.journal': 'Write the books for hledger or Ledger',
  },
  refusesDryRun: true,
  async run({ file, ...flags }, context) {
    if (context.globals.fields !== undefined) {
      throw usageFailure("--fields can't be used with export, which writes every column", {
        hint: 'To choose columns, use waybill query "select …" -o csv.',
      });
    }
    const ending = extname(file).toLowerCase();
    const isWorkbook = file === '-' || ending === '.xlsx';
    const dialect = Object.entries(dialects).find(([name]) => name === ending)?.[1];
    const isFile = isWorkbook || dialect !== undefined;
    const isOther = /^\.[a-z]{2,4}$/.test(ending) && !isFile && !isFolder(file);
    const meant = otherEndings[ending] ?? (isOther ? asTables : undefined);
    if (meant !== undefined) throw usageFailure(`export can't write "${file}"`, { hint: meant });
    const folder = isFile ? undefined : file;
    const paths = isFile ? [file] : tables.map((name) => join(file, `${name}.csv`));
    // Ask before reading the account.
    if (file !== '-') {
      await refuseOwnFiles(paths, context, flags);
      await askToReplace(paths, context, folder);
    }
    const asked = await ask(flags, context);
    const { mirror, read, scope } = asked;
    const { database } = mirror;
    await (await context.mirror()).warnOfPointValue(mirror, flags);
    if (file === '-') return (await context.output()).bytes(await workbook(asked, context));
    const contents: AskedFile['content'][] = [];
    let cutTexts = 0;
    if (isWorkbook) contents.push(await workbook(asked, context));
    else if (dialect !== undefined) {
      const steps = { pause: () => breathe(context), onCut: () => cutTexts++ };
      contents.push(journalText(booksOf(read, scope), dialect, steps));
    } else {
      for (const name of tables) contents.push(await csvText(database, name, context));
    }
    const files = paths.map((path, index) => ({ path, content: contents[index] ?? '' }));
    await replaceFiles(files, folder);
    if (cutTexts > 0) {
      context.notices.notice(
        `${counted(cutTexts, 'texts')} cut at 1,000 characters: Ledger reads no longer lines.`,
      );
    }
    context.notices.notice(`Wrote ${paths.join(', ')}`);
  },
});
