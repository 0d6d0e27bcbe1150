import { SaxesParser } from 'saxes';
import type { Failure } from '../failure';
import { type Archive, damaged, tooLarge } from './archive';
import { type NumberFormat, numberFormat } from './number-format';

/** The parts that all sheets of a workbook share. */
export interface WorkbookParts {
  readonly texts: readonly string[];
  /** Indexed by the number of a cell's style. */
  readonly styles: readonly CellStyle[];
  /** True if days count from 1904, as on old Macs. */
  readonly from1904: boolean;
}

export interface CellStyle {
  readonly format: NumberFormat;
  /** True if its font strikes the text through. */
  readonly isStruck: boolean;
}

/** The most things of one kind that a workbook lists: sheets, relations, formats. Excel has fewer. */
export const mostListed = 65_536;

/** The place of something in a list, as a workbook writes it; undefined if it is not there. */
export function listed<T>(index: string, list: readonly T[]): T | undefined {
  return /^\s*\+?\d+\s*$/.test(index) ? list[Number(index)] : undefined;
}

/** The path of a part that another one refers to, relative to the latter's folder. */
function resolvePath(from: string, target: string): string {
  const steps = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of target.replace(/^\//, '').split(/[\\/]/)) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}

export interface Relation {
  readonly id: string;
  /** The last word of its type: `worksheet`, `sharedStrings`. */
  readonly type: string;
  readonly path: string;
}

export function relationsPath(part: string): string {
  const slash = part.lastIndexOf('/') + 1;
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
}

/** The failure for a workbook that lists more than any program writes. */
export function unlistable({ name }: Archive, what: string): Failure {
  return tooLarge(name, `lists more than ${mostListed} ${what}`);
}

export async function relationsOf(archive: Archive, part: string): Promise<readonly Relation[]> {
  const found: Relation[] = [];
  await readXml(archive, relationsPath(part), {
    open(element, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (element !== 'Relationship') return;
      if (found.length === mostListed) throw unlistable(archive, 'relations');
      found.push({ id, type: type.split('/').at(-1) ?? '', path: resolvePath(part, target) });
    },
  });
  return found;
}

/** `_x000D_` and the like stand for characters that XML can't hold; only line breaks and tabs matter. */
function unescaped(text: string): string {
  return text.replace(/_x(000[9ADad]|005[Ff])_/g, (_, code) =>
    String.fromCharCode(Number(`0x${code}`)),
  );
}

/** A cell may be a mebibyte, as in other files; Excel allows 32,767 characters. */
const longestText = 1024 * 1024;

export function refuseLong({ name }: Archive, text: string): void {
  if (text.length > longestText) throw tooLarge(name, 'has a cell of more than 1 MiB');
}

/** Collects the text of a string without its phonetic reading aids. */
export class StringText {
  #text = '';
  #isText = false;
  #inPhonetic = false;

  constructor(private readonly archive: Archive) {}

  open(element: string): void {
    if (element === 'rPh') this.#inPhonetic = true;
    this.#isText = element === 't' && !this.#inPhonetic;
  }
  text(text: string): void {
    if (!this.#isText) return;
    this.#text += text;
    refuseLong(this.archive, this.#text);
  }
  close(element: string): void {
    if (element === 'rPh') this.#inPhonetic = false;
    this.#isText = false;
  }
  /** Returns the collected text and starts the next. */
  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    return text;
  }
}

/** The most texts that the cells of a workbook share. */
const mostTexts = 2_000_000;

export async function sharedTexts(
  archive: Archive,
  path: string | undefined,
): Promise<readonly string[]> {
  const texts: string[] = [];
  if (path === undefined) return texts;
  const one = new StringText(archive);
  await readXml(archive, path, {
    open: (element) => one.open(element),
    text: (text) => one.text(text),
    close(element) {
      one.close(element);
      if (element !== 'si') return;
      if (texts.length === mostTexts) {
        throw tooLarge(archive.name, `has more than ${mostTexts / 1e6} million texts`);
      }
      texts.push(one.take());
    },
  });
  return texts;
}

export function isTrue(value: string | undefined): boolean {
  return /^(1|true)$/.test(value ?? '');
}

export async function cellStyles(
  archive: Archive,
  path: string | undefined,
): Promise<readonly CellStyle[]> {
  const styles: CellStyle[] = [];
  if (path === undefined) return styles;
  const codes = new Map<number, string>();
  /** True if each font strikes its text through. */
  const struck: boolean[] = [];
  let within = '';
  await readXml(archive, path, {
    open(element, { numFmtId = '0', formatCode, fontId = '0', val = 'true' }) {
      const id = Number(numFmtId);
      if (Math.max(codes.size, styles.length, struck.length) === mostListed) {
        throw unlistable(archive, 'number formats');
      }
      if (element === 'numFmt' && formatCode !== undefined) codes.set(id, formatCode);
      if (element === 'fonts' || element === 'cellXfs') within = element;
      if (within === 'fonts' && element === 'font') struck.push(false);
      if (within === 'fonts' && element === 'strike') struck[struck.length - 1] = isTrue(val);
      if (within === 'cellXfs' && element === 'xf') {
        const isStruck = listed(fontId, struck) === true;
        styles.push({ format: numberFormat(id, codes.get(id)), isStruck });
      }
    },
    close(element) {
      if (element === within) within = '';
    },
  });
  return styles;
}

export type Attributes = Readonly<Record<string, string>>;

/** Handlers for the elements of an XML file, by their names without prefixes. */
export interface Elements {
  open(element: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(element: string): void;
}

/** Without the prefix that some writers give every element: `x:row`. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** The most of a part that one tag or one text may take, in bytes. */
const longestPiece = 4 * 1024 * 1024;
/**
 * The most XML elements in all parts of a workbook: a few seconds of reading, however small the file
 * is. A cell has two to four.
 */
const mostElements = 8_000_000;
/** The deepest nesting of elements; a sheet has about ten levels. */
const deepest = 100;

/**
 * Reads an XML file of a workbook from start to end. Only XML's own five entities are known, so none
 * can expand, and nothing is kept of a file that is not given to the handlers. Throws a usage failure
 * if it is missing or not XML.
 */
export async function readXml(archive: Archive, path: string, elements: Elements): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const unreadable = () => damaged(archive.name, `${path} in it can't be read`);
  /** Bytes since the last tag or text. */
  let piece = 0;
  let depth = 0;
  parser.on('error', () => {
    throw unreadable();
  });
  parser.on('opentag', ({ name, attributes }) => {
    piece = 0;
    depth++;
    if (depth > deepest) throw unreadable();
    if (++archive.elements > mostElements) {
      throw tooLarge(archive.name, `has more than ${mostElements / 1e6} million cells and tags`);
    }
    elements.open(local(name), attributes);
  });
  for (const kind of ['text', 'cdata'] as const)
    parser.on(kind, (found) => {
      piece = 0;
      elements.text?.(found);
    });
  parser.on('closetag', ({ name }) => {
    piece = 0;
    depth--;
    elements.close?.(local(name));
  });
  for await (const chunk of archive.read(path)) {
    piece += chunk.length;
    if (piece > longestPiece) throw unreadable();
    parser.write(textOf(chunk));
  }
  parser.write(textOf(undefined));
  parser.close();

  function textOf(chunk: Buffer | undefined): string {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw unreadable();
    }
  }
}
