import type { Context } from '../../context/context';
import { checkResultFiles } from '../../context/result-files';
import { realDisk } from '../../disk/disk';
import type { PayoutFile } from '../../imports/payouts/files';
import { resultCells, resultHeaders } from '../../insight/reconcile/report';
import type { RowOutcome } from '../../insight/reconcile/result';
import { areBlank } from '../../tabular/cells';
import { tableFile } from '../../tabular/write';
import { prepareResultFile } from '../../upload/results';

/** Headers numbered among equal ones, so that two columns with the same name stay separate. */
function columnKeys(header: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return header.map((name) => {
    const ordinal = (seen.get(name) ?? 0) + 1;
    seen.set(name, ordinal);
    return `${ordinal} ${name}`;
  });
}

/** The columns of all files, each once, followed by the outcome of the row. */
function tableOf(files: readonly PayoutFile[], outcomes: readonly RowOutcome[]) {
  const places = new Map<string, { readonly index: number; readonly name: string }>();
  for (const { header } of files) {
    for (const [index, key] of columnKeys(header).entries()) {
      if (!places.has(key)) places.set(key, { index: places.size, name: header[index] ?? '' });
    }
  }
  const byRow = new Map(outcomes.map((outcome) => [outcome.row, outcome]));
  const lines: string[][] = [[...[...places.values()].map(({ name }) => name), ...resultHeaders]];
  for (const { header, rows } of files) {
    const own = columnKeys(header).map((key) => places.get(key)?.index ?? 0);
    for (const { row, cells } of rows) {
      const line = new Array<string>(places.size).fill('');
      for (const [index, place] of own.entries()) line[place] = cells[index] ?? '';
      // Surplus cells stay where they were, behind the last one.
      const last = own.at(-1);
      if (last !== undefined && !areBlank(cells.slice(own.length))) {
        line[last] = cells.slice(own.length - 1).join(',');
      }
      const outcome = byRow.get(row);
      lines.push([...line, ...(outcome === undefined ? [] : resultCells(outcome))]);
    }
  }
  return lines;
}

/**
 * Makes sure that the results can be written before anything is recorded, and returns the function that
 * writes them; undefined if nothing keeps them. Throws exit 2 or 14.
 */
export async function resultsWriter(
  inputs: readonly string[],
  { results, mirror }: Readonly<Record<'results' | 'mirror', string | undefined>>,
  context: Context,
) {
  const nothing = 'Nothing was written';
  // The columns before waybill's own are those of the files.
  const isHeader = (line: string) => line.endsWith(`,${resultHeaders.join(',')}`);
  const check = { inputs, isHeader, mirror, nothing };
  const { results: wanted } = await checkResultFiles({ results }, context, check);
  if (wanted === undefined || wanted === null) return undefined;
  const { rawCsv, excel } = context.settings();
  const file = await prepareResultFile({
    disk: realDisk,
    wanted,
    writtenFolder: context.paths.writtenFolder,
    job: 'reconcile',
  });
  return async (files: readonly PayoutFile[], outcomes: readonly RowOutcome[]): Promise<void> => {
    const table = await tableFile(wanted, { rawCsv, excel, asCells: true });
    await file.write(table.add(tableOf(files, outcomes)));
    await file.write(await table.end());
    await file.finish();
    if (file.failure !== undefined) throw file.failure;
  };
}
