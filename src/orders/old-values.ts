import { join } from 'node:path';
import { type Disk, replaceWhole } from '../disk/disk';
import type { MoneyUnit } from '../formats';
import { objectsIn } from '../lib/json';
import { dollars, quotedWord } from '../lib/words';
import { jsonInDollars } from '../output/delimited';
import type { Redactor } from '../secrets/secret';
import { exactText } from '../tabular/cells';
import { tableWriter } from '../tabular/write';
import type { AnyOrder, OrderBody, OrderKind } from './kinds';
import { orderView } from './view';

/** An order before a file changes it, with the changes. */
export interface PlannedChange {
  readonly order: AnyOrder;
  /** The fields that differ, with their new values. */
  readonly changes: OrderBody;
}

const itemsField = 'orderLineItems';

/** Writes a text into a cell so that it reads back the same and no spreadsheet runs it. */
function textCell(text: string): string {
  const isFormula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text);
  const forms = [...(isFormula ? [] : [text]), `'${text}`, `="${text}"`];
  return forms.find((form) => exactText(form) === text) ?? `="${text}"`;
}

/** The line items before a change, as an update takes them: one that can't stay has no id. */
function oldItems(items: unknown, replacing: unknown): readonly unknown[] {
  const staying = new Map(objectsIn(replacing).map((one) => [one.id, one]));
  return objectsIn(items).map(({ id, ...members }) => {
    const filled = Object.entries(members).filter(([, value]) => value !== null);
    const changed = staying.get(id);
    const stays =
      changed !== undefined &&
      Object.keys(changed).every((name) => name === 'id' || members[name] !== null);
    return { ...(stays ? { id } : {}), ...Object.fromEntries(filled) };
  });
}

interface OldValuesOptions {
  readonly kind: OrderKind;
  readonly unit: MoneyUnit;
  readonly redactor: Pick<Redactor, 'cleanResult'>;
}

/**
 * True if the old value can't be sent back: the service never shows or never clears the field, or the value
 * contains one of this run's secrets. A secret is not kept, and a masked value is a different value.
 */
function isLost(order: AnyOrder, field: string, { kind, redactor }: OldValuesOptions): boolean {
  const value = order[field];
  const text = JSON.stringify(value);
  // As in results, only text that is unmistakably a secret.
  if (text !== undefined && redactor.cleanResult(text) !== text) return true;
  if (field === itemsField) return !Array.isArray(value) || value.length === 0;
  const clears = kind.fields.find((one) => one.field === field)?.nullable;
  return value === undefined || (value === null && !clears);
}

/** The statuses in which a row may be undone, so that it reverts no later change. */
function statusCell({ order, changes }: PlannedChange): string {
  const { status } = changes;
  return status === undefined ? '' : [status, order.status].join(';');
}

/** The fields to save. A subcard belongs to its card, so a change of the card may remove it. */
function savedFields({ order, changes }: PlannedChange): ReadonlySet<string> {
  const mayLoseSubCard = 'creditCardId' in changes && order.subCreditCardId != null;
  return new Set([...Object.keys(changes), ...(mayLoseSubCard ? ['subCreditCardId'] : [])]);
}

/**
 * The lines of a file for `update --csv` with the old values, the last change first: an order may have taken
 * the number of another. `lost` names the fields that can't be sent back.
 */
export function oldValueLines(
  replacements: readonly PlannedChange[],
  options: OldValuesOptions,
): { readonly lines: readonly (readonly string[])[]; readonly lost: readonly string[] } {
  const { kind, unit } = options;
  const changing = new Set(replacements.flatMap((one) => [...savedFields(one)]));
  const fields = [...kind.fields.map(({ field }) => field), itemsField].filter((field) =>
    changing.has(field),
  );
  const isMoney = new Set(
    kind.fields.filter(({ type }) => type === 'money').map(({ field }) => field),
  );
  const view = orderView(kind);
  const itemsCell = (items: readonly unknown[]) =>
    unit === 'dollars' ? jsonInDollars(items, itemsField, view) : JSON.stringify(items);
  const lost = new Set<string>();
  const lines = replacements.toReversed().map((replacement) => {
    const { order, changes } = replacement;
    const saved = savedFields(replacement);
    const cleared: string[] = [];
    const cells = fields.map((field) => {
      const value = order[field];
      if (!saved.has(field)) return '';
      if (isLost(order, field, options)) lost.add(field);
      else if (value === null) cleared.push(field);
      else if (field === itemsField) return itemsCell(oldItems(value, changes[field]));
      else if (isMoney.has(field) && unit === 'dollars') return dollars(BigInt(Number(value)));
      else return typeof value === 'string' ? textCell(value) : String(value);
      return '';
    });
    return [order.id, ...cells, cleared.join(';'), statusCell(replacement)];
  });
  return { lines: [['id', ...fields, 'clear', 'ifStatus'], ...lines], lost: [...lost] };
}

const namePattern = /^old-values-(\d+)-(cents|dollars)\.csv$/;

/** The number and the unit in a file's name; undefined if waybill did not name it. */
export function readOldValuesName(name: string) {
  const [, number, unit] = namePattern.exec(name) ?? [];
  // Whole numbers in a file don't show their unit.
  return number === undefined
    ? undefined
    : { name, number: Number(number), unit: unit as MoneyUnit };
}

/** The files of old values in a job's folder, the newest first. */
function oldValuesFiles(names: readonly string[]) {
  const files = names.flatMap((name) => readOldValuesName(name) ?? []);
  return files.toSorted((one, other) => other.number - one.number);
}

/** The newest file in a job's folder, and the commands that restore it and earlier ones; `account` is such as ` --profile work`. */
export function savedOldValues(
  noun: string,
  account: string,
  folder: string,
  names: readonly string[],
) {
  const paths = oldValuesFiles(names).map(({ name, unit }) => ({ path: join(folder, name), unit }));
  const undo = paths.map(
    ({ path, unit }) =>
      `waybill ${noun} update --csv ${quotedWord(path)} --money ${unit}${account}`,
  );
  return { oldValuesFile: paths[0]?.path ?? null, undo };
}

/** Saves the lines in the job's folder beside those of earlier runs, which are still useful. */
export async function keepOldValues(
  lines: readonly (readonly string[])[],
  folder: string,
  unit: MoneyUnit,
  disk: Disk,
): Promise<void> {
  const [newest] = oldValuesFiles(await disk.list(folder));
  const path = join(folder, `old-values-${(newest?.number ?? 0) + 1}-${unit}.csv`);
  // The cells are already escaped, so that they read back unchanged.
  const write = await tableWriter({ format: 'csv', rawCsv: true });
  await replaceWhole(disk, { path, draft: join(folder, '.old-values.csv') }, write(lines));
}
