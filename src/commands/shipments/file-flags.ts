import { repeated, text, toggle, valued } from '../../cli/flag';
import { usageFailure } from '../../failure';
import { delimiters } from '../../tabular/table';

const names: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
};

function readDelimiter(typed: string, label: string): string {
  const delimiter = names[typed.toLowerCase()] ?? typed;
  if ((delimiters as readonly string[]).includes(delimiter)) return delimiter;
  throw usageFailure(`${label} takes a comma, a semicolon, tab or |, not "${typed}"`);
}

/** The flags that say how a CSV file is to be read. */
export const fileFlags = {
  map: repeated(
    text('<field>=<header>', 'Which column is retailer, orderNumber or trackingNumber'),
  ),
  noHeader: toggle('The first line is a row already; the first three columns are taken'),
  delimiter: valued('<delimiter>', 'Between the cells: , ; tab or |', readDelimiter, {
    defaultText: 'found by itself',
  }),
};

export interface FileFlagValues {
  readonly map: readonly string[] | undefined;
  readonly noHeader: boolean;
  readonly delimiter: string | undefined;
}
