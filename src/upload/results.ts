import { basename, dirname, join } from 'node:path';
import { localFileFailure } from '../failure';
import { rejectColumns } from '../tabular/header';
import { tableWriter } from '../tabular/write';
import type { Disk, DiskFile } from './job/disk';
import type { Kind, Row } from './kind';
import type { Ledger } from './ledger';
import { isReject, type Outcome } from './outcome';

type Line = readonly string[];
/** A row with what became of it. */
interface Told<Item> {
  readonly row: Row<Item>;
  readonly outcome: Outcome;
  readonly code: string;
  readonly message: string;
}

function told<Item>(row: Row<Item>, ledger: Ledger, unsent: string): Told<Item> {
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
  readonly disk: Disk;
  readonly kind: Pick<Kind<Item>, 'columns'>;
  readonly ledger: Ledger;
  readonly rows: AsyncIterable<Row<Item>>;
  /** A name for every column that some line of the file has. */
  readonly header: readonly string[];
  readonly job: string;
  readonly resultsFile: string;
  readonly rejectsFile: string;
  /** Leaves cells as they are, formulas too. */
  readonly rawCsv: boolean;
  /** Why rows were left unsent, where the run stopped before the end. */
  readonly unsent: string;
}

const batch = 1000;

/**
 * Writes both files from what the ledger says: each as a whole, or not at all. Resolves with the
 * number of rows in the rejects file.
 */
export async function writeResults<Item>(files: ResultFiles<Item>): Promise<number> {
  const { disk, kind, ledger, rows, header, rawCsv, unsent } = files;
  const columns = Object.entries(kind.columns);
  const toText = await tableWriter({ format: 'csv', rawCsv });
  const results = await replacement(disk, files.resultsFile, files.job);
  const rejects = await replacement(disk, files.rejectsFile, files.job);
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

interface Replacement {
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** Finds out before anything is sent whether a file will be there to be written. Throws exit 14. */
export async function tryOut(disk: Disk, file: string, job: string): Promise<void> {
  await (await replacement(disk, file, job)).abandon();
}

/**
 * Writes beside the file and puts it in its place when it is complete and on the disk. What a crash
 * leaves is found by the next run of the same job.
 */
async function replacement(disk: Disk, wanted: string, job: string): Promise<Replacement> {
  const there = await disk.look(wanted);
  if (there?.kind === 'folder') throw localFileFailure(`${wanted} is a folder`);
  if (there?.kind === 'other') return direct(await disk.openSpecial(wanted));
  const path = there?.path ?? wanted;
  const temporary = join(dirname(path), `.${basename(path)}.${job.slice(0, 8)}.waybill`);
  await disk.remove(temporary);
  const file = await disk.create(temporary, 0o666);
  return {
    write: (text) => file.write(text),
    async finish() {
      await file.sync();
      await file.close();
      await disk.rename(temporary, path);
      await disk.syncFolder(dirname(path));
    },
    async abandon() {
      await file.close();
      await disk.remove(temporary);
    },
  };
}

/** A pipe or a device can't be replaced: it is written to. */
function direct(file: DiskFile): Replacement {
  return {
    write: (text) => file.write(text),
    finish: () => file.close(),
    abandon: () => file.close(),
  };
}
