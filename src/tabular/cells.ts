/** `="9400"`, which some exports write to keep a number as text. */
const textFormula = /^="(.*)"$/s;
/** The mark that keeps a spreadsheet from running a cell; waybill writes it into its own files. */
const formulaMark = /^'(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/;

/** A cell without the wrapping that spreadsheets add. */
export function plainCell(cell = ''): string {
  const text = cell.trim();
  const first = text.charCodeAt(0);
  if (first === 0x27) return text.replace(formulaMark, '').trim();
  return first === 0x3d ? text.replace(textFormula, '$1').trim() : text;
}

const isPlain = /^[\x00-\x7f]*$/;

/** The text that was meant: NFKC, trimmed, without `="…"` and a leading `'`. */
export function cleanCell(cell = ''): string {
  // Normalizing is slow, and plain ASCII is already normalized.
  let text = (isPlain.test(cell) ? cell : cell.normalize('NFKC')).trim();
  const wrapped = text.startsWith('=') ? textFormula.exec(text) : null;
  if (wrapped !== null) text = (wrapped[1] ?? '').replaceAll('""', '"').trim();
  return text.startsWith("'") ? text.slice(1).trim() : text;
}

/** The same, but with the spaces that `="…"` protects. */
export function exactText(cell = ''): string {
  return textFormula.exec(cell.trim())?.[1] ?? plainCell(cell);
}

/**
 * True if a cell is `="…"` around a text without quotes, which a spreadsheet can only show. Such a
 * cell of the user's can be written as it is.
 */
export function isWrapped(cell: string): boolean {
  return /^="[^"]*"$/.test(cell.trim());
}

/**
 * `9.4E+21`, or `406.4E+9` in a format whose powers are multiples of three: what a spreadsheet makes
 * of a long number. The remaining digits are gone for good.
 */
export function isRounded(cell: string): boolean {
  return /^(?:\d(?:[.,]\d+E[+-]?|E\+)|\d{2,3}(?:[.,]\d+)?E\+)\d{1,3}$/i.test(cell);
}

/** `821.0`: what a program writes for a number in a column with gaps, which it takes for decimals. */
export function isDecimal(cell: string): boolean {
  return /^\d+\.0+$/.test(cell);
}

/** `-`, of any kind and length. */
export function isDash(cell: string): boolean {
  return /^[-–—−]+$/.test(cell);
}

/** `n/a`, `-`, `Not Available`: what exports write in place of a missing value. */
export function isNone(cell: string): boolean {
  return /^(?:[-–—−]+|n\/a|na|none|null|not (?:available|applicable))$/i.test(cell);
}

/** The words of a machine as people write them: `payment_failed`, `PaymentPending`, `Not-paid`. */
export function plainWords(text: string): string {
  // Most texts are plain, and classes of Unicode are slow.
  if (/^[A-Z]?[a-z\d]*(?: [A-Z]?[a-z\d]+)*$/.test(text)) return text;
  return text
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{L})-(?=\p{L})|[_\s]+/gu, ' ')
    .trim();
}

/** `Yes`, `x`, `1`, `✓`, `Ja`. */
export function isYes(cell: string): boolean {
  return /^(?:1|1\.0|true|yes|y|x|✓|✔|ja|s[ií]|oui)$/i.test(cell);
}

/** Words that negate: "not received", "unpaid". */
export const negated = /\bnot\b|\bnever\b|\bun(?:paid|verified|received)\b/i;

/** `No`, `0`, `✗`, `Nein`. */
export function isNo(cell: string): boolean {
  return /^(?:0|0\.0|false|no|n|nein|non|[✗✘❌])$/iu.test(cell);
}

/** `No`, a word for nothing, "not received". */
export function saysNo(cell: string): boolean {
  return cell === '' || isNone(cell) || isNo(cell) || negated.test(cell);
}

const total = `(?:${[
  '(?:grand|gran|sub|order)?[- ]*total(?:s|es|e)?|(?:zwischen|gesamt)?summe|sous-total|sum',
  '(?:opening|beginning|starting|previous|closing|ending) balance|balance (?:brought |carried )?forward',
].join('|')})`;
const totalOnly = new RegExp(`^${total}$`, 'i');
/** Letters that one of these words has, for a quick answer: every cell of a file is asked. */
const mayBeTotal = /tot|sum|balance|[^\x00-\x7f]/i;
const totalFirst = new RegExp(`^${total}\\b`, 'i');

/** True if a cell is a word for a sum of other rows: `Grand total:`. A name may begin with the word. */
export function isTotal(cell: string): boolean {
  return mayBeTotal.test(cell) && totalOnly.test(cleanCell(cell).replaceAll(':', '').trim());
}

/** The fault of a row of which a cell says that it adds up others. */
export function totalRow(cells: readonly string[]): CellFault | undefined {
  const total = cells.find(isTotal);
  const message = `"${total?.trim()}" says that the row is a sum of others; remove it`;
  return total === undefined ? undefined : { code: 'total_row', message };
}

export function beginsWithTotal(cell: string): boolean {
  return totalFirst.test(cell.trim());
}

/** Zero-width and direction marks that come with copied text; they are invisible. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
/** The apostrophe that marks a cell as text, where a program exported it with the text. */
const textMark = /^['\u2018\u2019](?=[\p{L}\p{N}])/u;
const quotes = /^(["\u201c\u201d'\u2018\u2019])(.+)(["\u201c\u201d'\u2018\u2019])$/su;

/** Without characters that can't be seen. Not for prose: they join the parts of an emoji. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '').trim();
}

/** An identifier without what copying, quoting and spreadsheets add to it. */
export function plainIdentifier(text: string): string {
  return withoutInvisible(withoutInvisible(text).replace(quotes, '$2').replace(textMark, ''));
}

/** The text that a spreadsheet writes if a formula failed. */
const spreadsheetError = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/i;

/** The reason why a cell has no value; the message continues a sentence that names the cell. */
export interface CellFault {
  readonly code: string;
  readonly message: string;
  /** True if the sentence quotes the cell. */
  readonly quotes?: boolean;
}

/** The fault of a text that is nothing but a spreadsheet's error. */
export function errorIn(text: string): CellFault | undefined {
  if (!spreadsheetError.test(text)) return undefined;
  return { code: 'spreadsheet_error', message: `contains "${text}", a spreadsheet error` };
}

/** A text whose own `'` would be taken for the mark gets another one, which `plainCell` removes. */
export function keepMark(text: string): string {
  return formulaMark.test(text) ? `'${text}` : text;
}

/** The escapes of a tsv that waybill writes, for what would end a value or a record. */
export const tsvEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};
/** The text that an escape is written for. */
const meantBy = (written: string) =>
  Object.keys(tsvEscapes).find((text) => tsvEscapes[text] === written) ?? written;

/**
 * True if it is a quoted cell with a quote in it: a spreadsheet saved the file again. The same text
 * in an order would look no different, but nobody types doubled quotes.
 */
function isQuotedAgain(cell: string): boolean {
  return /^"(?:[^"]|"")*"$/.test(cell) && cell.slice(1, -1).includes('""');
}

/**
 * A cell of a tsv that waybill wrote, without the escapes. A text with any other backslash was not
 * written by waybill and is left unchanged.
 */
export function unescapedCell(cell: string): string {
  const text = isQuotedAgain(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  if (!/^(?:[^\\]|\\[\\tnr])*$/.test(text)) return text;
  return text.replace(/\\[\\tnr]/g, meantBy);
}

export function areBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** The most characters of an amount or a date; a cell may be far longer. */
export const longestValue = 100;

/** A multiplier: `2`, `1.5`, `2x` or `2 %`. */
export function readRate(cell: string | undefined): number | null | undefined {
  const text = cleanCell(cell);
  if (text === '' || isNone(text)) return null;
  const [, digits] = /^(\d{1,9}(?:\.\d{1,9})?) ?[x%]?$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

const currencyCodes = new Set(
  `AED ARS AUD BRL CAD CHF CLP CNY COP CZK DKK EUR GBP HKD HUF IDR ILS INR JPY KRW MXN MYR NOK NZD PHP PLN
  RON RUB SEK SGD THB TRY TWD UAH VND ZAR`.split(/\s+/),
);

/** `CAD`, `USD`: a cell that is nothing but the code of a currency. */
export const isCurrencyCode = (text: string) => text === 'USD' || currencyCodes.has(text);

/** The signs and codes of currencies, US dollars included: `€`, `$`, `CAD`. */
export const currencySign = new RegExp(
  String.raw`\p{Sc}|\b(?:USD|${[...currencyCodes].join('|')})\b`,
  'gu',
);

/** `C$`, `euros`, `€`. */
const otherCurrency =
  /(?<!\p{L})(?:C|CA|CAN|CDN|A|AU|AUS|NZ|NT|HK|S|SG|MX|R) ?\$|\b(?:cdn|euros?|(?:canadian|australian) dollars?|sterling|pesos?|yen)\b|[^$\P{Sc}]/iu;

/** The other currency than US dollars that a text names: `Net (CAD)`, `Amount €`, `All amounts in euros`. */
export function currencyNamed(text: string): string | undefined {
  return (
    otherCurrency.exec(text)?.[0] ??
    text.split(/[^\p{L}]+/u).find((word) => currencyCodes.has(word))
  );
}
