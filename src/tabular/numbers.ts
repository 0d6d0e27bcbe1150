import { cleanCell, isNone } from './cells';

/** `12`, `1,200`, and `12.0` of a program that has only decimals. */
const countForm = /^(-?)(\d{1,15}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.0*)?$/;

/** A whole number, which may be negative; null for a blank cell, undefined for anything else. */
export function readCount(cell: string | undefined): number | null | undefined {
  const text = cleanCell(cell);
  if (text === '' || isNone(text)) return null;
  const [, sign, digits] = countForm.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const count = Number(digits.replaceAll(',', ''));
  // Adding 0 turns -0 into 0.
  return (sign === '' ? count : -count) + 0;
}

/** A multiplier: `2`, `1.5`, `2x` or `2 %`. */
export function readRate(cell: string | undefined): number | null | undefined {
  const text = cleanCell(cell);
  if (text === '' || isNone(text)) return null;
  const [, digits] = /^(\d{1,9}(?:\.\d{1,9})?) ?[x%]?$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
