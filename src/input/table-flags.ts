import { choice, repeated, text, valued } from '../cli/flag';
import { usageFailure } from '../failure';
import { dateOrders } from '../tabular/date';
import { type Encoding, encodings } from '../tabular/encoding';
import type { Reading } from '../tabular/record';

const names: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
};

function readDelimiter(typed: string, label: string): string {
  const delimiter = names[typed.toLowerCase()] ?? typed;
  if ([',', ';', '\t', '|'].includes(delimiter)) return delimiter;
  throw usageFailure(`${label} takes a comma, a semicolon, tab or |, not "${typed}"`);
}

/** The flags that say how to read a file of rows, for every command that takes one. */
export const tableFlags = {
  map: repeated(text('<field>=<header>', 'The column that holds a field')),
  sheet: text('<name|number>', 'Sheet of a workbook', { defaultText: 'the first' }),
  encoding: choice('<encoding>', 'Encoding of a csv or tsv file', encodings, {
    defaultText: 'utf-8 or utf-16',
  }),
  delimiter: valued('<delimiter>', 'Delimiter: , ; tab or |', readDelimiter, {
    defaultText: 'detected',
  }),
};

/** For commands that read dates. */
export const dateFormat = choice('<order>', 'What comes first in 01/02/2026', dateOrders);

export interface TableFlagValues {
  readonly map?: readonly string[] | undefined;
  readonly sheet?: string | undefined;
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: string | undefined;
}

export function readingOf(
  { map = [], sheet, encoding, delimiter }: TableFlagValues,
  context: NoticeContext,
): Reading & { readonly map: readonly string[] } {
  return { map, sheet, encoding, delimiter, byFlags: true, ...noticesOf(context) };
}

export interface NoticeContext {
  readonly notices: { notice(text: string): void; warning(text: string): void };
}

/** Where to say what of a file was not read. */
export function noticesOf({
  notices,
}: NoticeContext): Required<Pick<Reading, 'onNotice' | 'onWarning'>> {
  return {
    onNotice: (text) => notices.notice(text),
    onWarning: (text) => notices.warning(text),
  };
}
