import { below, fieldAt, headingOf, kindOf, readPath } from './fields';
import { listSeparator, visibleLine } from './text';
import type { CellType, Column, View } from './view';

/** `123456` cents become `1234.56`. Works on the digits as text, without floats. */
export function dollars(cents: number | bigint): string {
  const digits = String(cents).replace('-', '').padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `123456` cents become `$1,234.56`. */
export function dollarsForPeople(cents: number | bigint): string {
  const amount = dollars(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
  return amount.startsWith('-') ? `-$${amount.slice(1)}` : `$${amount}`;
}

/** One value ready for a table or a card: safe text, and how to format it. */
export interface Cell {
  readonly text: string;
  readonly kind: CellType;
  /** As in `Field`. */
  readonly preferredWidth?: number | undefined;
  /** As in `Field`. */
  readonly wraps?: true | undefined;
  /** The elements of a list of identifiers, which may be cut between them. */
  readonly items?: readonly string[];
  /** The address of a page about it: plain ASCII, no controls. */
  readonly link?: string | null | undefined;
}

export const nothing = '-';

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A value as people read it. One that doesn't fit its type is shown as sent. */
export function show(value: unknown, kind: CellType): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (Array.isArray(value) && kind !== 'list' && kind !== 'object') {
    return value.map((one) => show(one, kind)).join(listSeparator) || nothing;
  }
  if (kind === 'money' && Number.isSafeInteger(value)) return dollarsForPeople(value as number);
  if (kind === 'rate' && typeof value === 'number') return `${value}x`;
  if (kind === 'yesNo' && typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.length === 0) return nothing;
  return visibleLine(asText(value));
}

export function columnHeading<T, R>(view: View<T>, column: Column<R>, at?: string): string {
  return visibleLine(typeof column === 'string' ? headingOf(view, column, at) : column.heading);
}

/** The cell of a column in a row of the view, or in an element of its list `at`. */
export function cellOf<T, R>(view: View<T>, row: R, column: Column<R>, at?: string): Cell {
  if (typeof column === 'object' && 'value' in column) {
    return { text: show(column.value(row), column.kind), kind: column.kind };
  }
  const path = typeof column === 'string' ? column : column.field;
  if (path === '') return { text: '', kind: 'text' };
  const found = readPath(row, path);
  const field = fieldAt(view, below(path, at));
  if (field?.shows !== undefined) {
    return cellOf(view, row, below(field.shows, path), at);
  }
  const kind = kindOf(field, found);
  const value = found?.value;
  const text =
    field?.decimals !== undefined && typeof value === 'number'
      ? value.toFixed(field.decimals)
      : show(value, kind);
  if (kind !== 'id') {
    const { preferredWidth, wraps } = field ?? {};
    return { text, kind, preferredWidth, wraps };
  }
  if (Array.isArray(value) && value.length > 1) {
    return { text, kind, items: value.map((one) => show(one, kind)) };
  }
  return { text, kind, link: found?.owner && field?.page?.(found.owner) };
}

/** Numbers are right-aligned, so that their digits line up. */
export function isRightAligned(kind: CellType): boolean {
  return kind === 'money' || kind === 'number' || kind === 'rate' || kind === 'overdue';
}
