import { type Cell, cleanText } from './identifiers';

/** Whether the day or the month comes first in `01/02/2026`. */
export const dateOrders = ['mdy', 'dmy'] as const;
export type DateOrder = (typeof dateOrders)[number];

const time = String.raw`(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[AP]M)?\s*(?:Z|[A-Z]{1,4}|[-+]\d{2}:?\d{2})?)?`;
const isoForm = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${time}$`, 'i');
const usualForm = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})${time}$`, 'i');

/** Day zero of spreadsheets' date numbers. The range is 1954 to 2119. */
const serialStart = Date.UTC(1899, 11, 30);
const dayLength = 86_400_000;
const placeholders = new Set(['-', '–', '—', 'n/a', 'na', 'none', 'null']);

function exact(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same ? date.toISOString().slice(0, 10) : undefined;
}

function fromSerial(serial: number): string | undefined {
  if (!(serial >= 20_000 && serial < 80_000)) return undefined;
  return new Date(serialStart + Math.floor(serial) * dayLength).toISOString().slice(0, 10);
}

/**
 * A day as `YYYY-MM-DD`; null for a blank cell, undefined if the cell is not a date. Ignores the
 * time of day. A Date cell means its day in UTC, as workbook readers deliver it.
 */
export function readDate(cell: Cell, order: DateOrder): string | null | undefined {
  if (typeof cell === 'number') return fromSerial(cell);
  if (cell instanceof Date) {
    return Number.isNaN(cell.getTime()) ? undefined : cell.toISOString().slice(0, 10);
  }
  const text = cleanText(cell);
  if (text === '' || placeholders.has(text.toLowerCase())) return null;
  const iso = isoForm.exec(text);
  if (iso !== null) return exact(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const usual = usualForm.exec(text);
  if (usual !== null) {
    const [first, second] = [Number(usual[1]), Number(usual[3])];
    const year = Number(usual[4]) + (usual[4]?.length === 2 ? 2000 : 0);
    return order === 'mdy' ? exact(year, first, second) : exact(year, second, first);
  }
  return /^\d{5}(?:\.\d+)?$/.test(text) ? fromSerial(Number(text)) : undefined;
}

/** The day that is this many days before another. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) - days * dayLength).toISOString().slice(0, 10);
}
