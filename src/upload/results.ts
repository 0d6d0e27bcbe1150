import { rejectColumns } from '../tabular/header';
import { tableWriter } from '../tabular/write';
import type { Ledger } from './ledger';
import { isReject, type Outcome } from './outcome';
import type { ResultFile } from './result-file';
import type { UploadRow, UploadSpec } from './spec';

type Line = readonly string[];
/** A row with what became of it. */
interface Told<Item> {
  readonly row: UploadRow<Item>;
  readonly outcome: Outcome;
  readonly code: string;
  readonly message: string;
}

function told<Item>(row: UploadRow<Item>, ledger: Ledger, unsent: string): Told<Item> {
  const { outcome, detail } = ledger.verdict(row.index);
  if (outcome === 'duplicate') {
    const message = `The same row stands in line ${row.duplicateOf}`;
    return { row, outcome, code: 'duplicate_row', message };
  }
  if (outcome === 'not_sent' && detail === undefined)
    return { row, outcome, code: '', message: unsent };
  const { code = '', message = '' } = (outcome === 'invalid' ? row.invalid : detail) ?? {};
  return { row, outcome, code, message };
}

export interface ResultFiles<Item> {
  readonly kind: Pick<UploadSpec<Item>, 'columns'>;
  readonly ledger: Ledger;
  readonly rows: AsyncIterable<UploadRow<Item>>;
  /** A name for every column that some line of the file has. */
  readonly header: readonly string[];
  readonly resultsFile: ResultFile;
  readonly rejectsFile: ResultFile;
  /** Leaves cells as they are, formulas too. */
  readonly rawCsv: boolean;
  /** Why rows were left unsent, where the run stopped before the end. */
  readonly unsent: string;
  /** Told of every row as it goes into the results. */
  onRow?(row: ResultRow): void | Promise<void>;
}

/** A row of the results: its line in the file, its columns, and what became of it. */
export interface ResultRow {
  readonly line: number;
  readonly outcome: Outcome;
  readonly code: string | null;
  readonly message: string | null;
  readonly [column: string]: unknown;
}

const batch = 1000;

/**
 * Writes both files from what the ledger says: each as a whole, or not at all. Resolves with the
 * number of rows in the rejects file.
 */
export async function writeResults<Item>(files: ResultFiles<Item>): Promise<number> {
  const { kind, ledger, rows, header, rawCsv, unsent } = files;
  const columns = Object.entries(kind.columns);
  const toText = await tableWriter({ format: 'csv', rawCsv });
  const results = await files.resultsFile.begin();
  const rejects = await files.rejectsFile.begin().catch(async (error) => {
    await results.abandon().catch(() => {});
    throw error;
  });
  try {
    let resultLines: Line[] = [
      ['line', ...columns.map(([name]) => name), 'outcome', 'code', 'message'],
    ];
    let rejectLines: Line[] = [[...header, ...rejectColumns]];
    const handOver = async () => {
      await results.write(toText(resultLines));
      if (rejectLines.length > 0) await rejects.write(toText(rejectLines));
      resultLines = [];
      rejectLines = [];
    };
    let rejected = 0;
    for await (const row of rows) {
      const { outcome, code, message } = told(row, ledger, unsent);
      const line = String(row.line);
      const own = columns.map(([, cell]) => cell(row.item));
      resultLines.push([line, ...own, outcome, code, message]);
      await files.onRow?.({
        line: row.line,
        ...Object.fromEntries(columns.map(([name], index) => [name, own[index]])),
        outcome,
        code: code || null,
        message: message || null,
      });
      if (isReject(outcome)) {
        const cells = header.map((_, index) => row.cells[index] ?? '');
        rejectLines.push([...cells, line, outcome, message]);
        rejected++;
      }
      if (resultLines.length >= batch) await handOver();
    }
    await handOver();
    await results.finish();
    await rejects.finish();
    return rejected;
  } catch (error) {
    // What went wrong first is what is told.
    for (const one of [results, rejects]) await one.abandon().catch(() => {});
    throw error;
  }
}
