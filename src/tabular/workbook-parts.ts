import type { Archive } from './archive';
import { type NumberFormat, numberFormat } from './number-format';
import { readXml } from './xml';

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
