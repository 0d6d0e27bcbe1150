import { type CardOptions, cardText } from './card';
import type { OutputDoors } from './output';
import { noPaint } from './paint';
import { listSheet } from './sheet';
import type { Rows, View } from './view';

/** Loads what a table needs: nothing but our own lines in a pipe, cli-table3 on a terminal. */
async function layoutFor({ options, clock }: OutputDoors): Promise<CardOptions> {
  const { color, width } = options;
  const paint = color ? await (await import('./color')).colorPaint() : noPaint;
  if (width === undefined) {
    const { plainTable } = await import('./plain');
    return { reading: { today: undefined }, paint, table: (sheet) => plainTable(sheet, paint) };
  }
  const { boxedTable } = await import('./boxed');
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  return {
    reading: { today },
    paint,
    table: (sheet, indent) => boxedTable(sheet, paint, width - indent),
  };
}

/** Prints one card after another. */
export async function printCards<T>(view: View<T>, rows: Rows<T>, doors: OutputDoors) {
  const { sink, options } = doors;
  const layout = await layoutFor(doors);
  let gap = '';
  for await (const row of rows) {
    await sink.write(gap + (await cardText(view, row, options.fields, layout)));
    if (sink.closed) return;
    gap = '\n';
  }
}

/** Prints a table, whose columns fit the widest cell of all rows; an empty one says so on stderr. */
export async function printTable<T>(view: View<T>, rows: Rows<T>, doors: OutputDoors) {
  const { sink, options, notices } = doors;
  const { reading, table } = await layoutFor(doors);
  const sheet = await listSheet(view, options.fields ?? view.table, rows, reading);
  if (sheet.rows.length === 0) notices.notice(view.empty);
  else await sink.write(await table(sheet, 0));
}
