/** Longer lines are hard to read, however wide the terminal is. */
const widest = 100;
/** Below this, wrapping does more harm than lines that the terminal breaks. */
const narrowest = 40;
/** Terms that take more than this share of the width stand on a line of their own. */
const termShare = 0.38;

export interface HelpStyle {
  /** Columns of the terminal; 80 where there is none. */
  readonly width?: number | undefined;
  /** Marks a heading on a terminal. */
  readonly heading?: ((text: string) => string) | undefined;
}

/** A term with its description, side by side. */
export type Row = readonly [term: string, text: string];

/** Words that share a line while they fit; spaces within a text stay as they are. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/\s*\S+/g) ?? []) {
    if (line !== '' && line.length + word.length > width) {
      lines.push(line);
      line = word.trimStart();
    } else {
      line += word;
    }
  }
  return [...lines, line];
}

/**
 * A page of help: paragraphs, columns and lines under headings. commander could lay it out too, but
 * loading it takes help a sixth of Node's own start.
 */
export class Layout {
  readonly #width: number;
  readonly #heading: (text: string) => string;
  readonly #sections: string[] = [];

  constructor({ width, heading = (text) => text }: HelpStyle = {}) {
    // A terminal that does not know its width says 0.
    this.#width = Math.min(Math.max(width || 80, narrowest), widest);
    this.#heading = heading;
  }

  /** Paragraphs, filled anew; lines that are indented stay as they are. Nothing for an empty text. */
  text(text: string): this {
    if (text === '') return this;
    const paragraphs = text
      .split(/\n{2,}/)
      .map((paragraph) =>
        /^\s/.test(paragraph)
          ? paragraph
          : wrap(paragraph.replaceAll('\n', ' '), this.#width).join('\n'),
      );
    this.#sections.push(paragraphs.join('\n\n'));
    return this;
  }

  usage(text: string): this {
    this.#sections.push(`${this.#heading('Usage:')} ${text}`);
    return this;
  }

  /** Two columns under a heading; nothing where there are no rows. */
  rows(heading: string, rows: readonly Row[]): this {
    const lengths = rows.map(([term]) => term.length);
    const widestTerm = this.#width * termShare;
    const column = Math.max(0, ...lengths.filter((length) => length <= widestTerm));
    const indent = ' '.repeat(column + 4);
    return this.lines(
      heading,
      rows.map(([term, text]) => {
        const beside = wrap(text, this.#width - indent.length).join(`\n${indent}`);
        return term.length <= column
          ? `  ${term.padEnd(column)}  ${beside}`
          : `  ${term}\n${indent}${beside}`;
      }),
    );
  }

  /** Lines as they are under a heading; nothing where there are none. */
  lines(heading: string, lines: readonly string[]): this {
    if (lines.length > 0) this.#sections.push([this.#heading(`${heading}:`), ...lines].join('\n'));
    return this;
  }

  toString(): string {
    return `${this.#sections.join('\n\n')}\n`;
  }
}
