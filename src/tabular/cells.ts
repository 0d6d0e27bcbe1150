/** `="9400"`, which some exports write to keep a number as text. */
const textFormula = /^="(.*)"$/s;
/** The mark that keeps a spreadsheet from running a cell; waybill writes it into its own files. */
const formulaMark = /^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/;

/** A cell without the wrapping that spreadsheets add. */
export function plainCell(cell = ''): string {
  const text = cell.trim();
  const first = text.charCodeAt(0);
  if (first === 0x27) return text.replace(formulaMark, '').trim();
  return first === 0x3d ? text.replace(textFormula, '$1').trim() : text;
}

/** Whether all of them are blank. */
export function areBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}
