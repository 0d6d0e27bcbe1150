import { SaxesParser } from 'saxes';
import { usageFailure } from '../failure';
import type { Archive } from './archive';
import { type NumberFormat, numberFormat } from './number-format';

/** What all sheets of a workbook share. */
export interface WorkbookParts {
  readonly texts: readonly string[];
  /** Indexed by the number of a cell's style. */
  readonly formats: readonly NumberFormat[];
  /** Whether days count from 1904, as on old Macs. */
  readonly from1904: boolean;
}

/** The path of a part that another one refers to, relative to the latter's folder. */
function resolvePath(from: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const steps = from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
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

export async function relationsOf(archive: Archive, part: string): Promise<readonly Relation[]> {
  const slash = part.lastIndexOf('/') + 1;
  const file = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  const found: Relation[] = [];
  await readXml(archive, file, {
    open(element, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (element !== 'Relationship') return;
      found.push({ id, type: type.split('/').at(-1) ?? '', path: resolvePath(part, target) });
    },
  });
  return found;
}

/**
 * `_x000D_` and the like stand for characters that XML can't hold; only line breaks and tabs
 * matter.
 */
function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x(000[9ADad]|005[Ff])_/g, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

/** Collects the text of a string without its phonetic reading aids. */
export class StringText {
  #text = '';
  #isText = false;
  #inPhonetic = false;

  open(element: string): void {
    if (element === 'rPh') this.#inPhonetic = true;
    this.#isText = element === 't' && !this.#inPhonetic;
  }
  text(text: string): void {
    if (this.#isText) this.#text += text;
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

export async function sharedTexts(
  archive: Archive,
  path: string | undefined,
): Promise<readonly string[]> {
  const texts: string[] = [];
  if (path === undefined) return texts;
  const one = new StringText();
  await readXml(archive, path, {
    open: (element) => one.open(element),
    text: (text) => one.text(text),
    close(element) {
      one.close(element);
      if (element === 'si') texts.push(one.take());
    },
  });
  return texts;
}

export async function cellFormats(
  archive: Archive,
  path: string | undefined,
): Promise<readonly NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (path === undefined) return formats;
  const codes = new Map<number, string>();
  let inCells = false;
  await readXml(archive, path, {
    open(element, { numFmtId = '0', formatCode }) {
      const id = Number(numFmtId);
      if (element === 'numFmt' && formatCode !== undefined) codes.set(id, formatCode);
      if (element === 'cellXfs') inCells = true;
      if (element === 'xf' && inCells) formats.push(numberFormat(id, codes.get(id)));
    },
    close(element) {
      if (element === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

export type Attributes = Readonly<Record<string, string>>;

/** Handlers for the elements of an XML file, by their names without prefixes. */
export interface Elements {
  open(element: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(element: string): void;
}

/** Without the prefix that some writers give every element: `x:row`. */
function local(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/**
 * Reads an XML file of a workbook from start to end; a missing one has no elements. Only XML's own
 * five entities are known, so none can expand. Throws a usage failure if it is not XML.
 */
export async function readXml(archive: Archive, path: string, elements: Elements): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const decoder = new TextDecoder();
  let failed: Error | undefined;
  parser.on('error', (error) => {
    failed ??= error;
  });
  parser.on('opentag', ({ name, attributes }) => elements.open(local(name), attributes));
  parser.on('text', (text) => elements.text?.(text));
  parser.on('cdata', (text) => elements.text?.(text));
  parser.on('closetag', ({ name }) => elements.close?.(local(name)));
  let isEmpty = true;
  for await (const chunk of archive.read(path)) {
    isEmpty = false;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (failed !== undefined) break;
  }
  if (isEmpty) return;
  if (failed === undefined) parser.close();
  if (failed === undefined) return;
  throw usageFailure(`${archive.name} is damaged: ${path} in it can't be read`, {
    hint: 'Open it, save it again and retry. Nothing was sent.',
  });
}
