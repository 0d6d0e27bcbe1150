import type { TableRow } from '../tabular/rows';
import type { Problem } from '../upload/spec';

/** What is wrong with a row whatever its columns mean; fields that are not sent may hold anything. */
export function rowProblem(
  { ragged, faults }: TableRow,
  isSent: (field: string) => boolean = () => true,
): Problem | undefined {
  const fault = faults.find(({ field }) => isSent(field));
  if (fault !== undefined) {
    return { code: fault.code, message: `column "${fault.header}" ${fault.message}` };
  }
  if (!ragged) return undefined;
  const message =
    'The line has more cells than the header line: if a cell contains the delimiter, put the cell in quotes';
  return { code: 'too_many_cells', message };
}
