import { carrierVerdict } from '../contract/carriers';
import { centsSign, readAmount } from '../tabular/amount';
import { dateOrders, readDate } from '../tabular/date';
import type { MissingColumns } from '../tabular/record';

/** Forms that only a value of the field has. The other fields have none. */
const forms: Readonly<Record<string, (cell: string) => boolean>> = {
  trackingNumber: (cell) => carrierVerdict(cell).kind === 'valid',
  orderNumber: (cell) => /^(?:\d{3}-\d{7}-\d{7}|BBY\d{2}-\d{12}|\d{7}-\d{8})$/.test(cell),
  date: (cell) =>
    /\D/.test(cell) && dateOrders.some((order) => typeof readDate(cell, order) === 'string'),
  price: (cell) => centsSign(cell) === 'point' && typeof readAmount(cell) === 'number',
};

/** The only one of the columns in which every cell looks like the field; undefined if there is none. */
export function likelyColumn(
  field: string,
  columns: readonly number[],
  rows: MissingColumns['rows'],
): number | undefined {
  const looks = forms[field === 'order' ? 'orderNumber' : field];
  const fitting = columns.filter((index) => {
    const cells = rows.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && looks !== undefined && cells.every(looks);
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}
