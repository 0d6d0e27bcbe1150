import type { HelpRow } from '../../../cli/help';
import { limits } from '../../../contract/limits';
import { shipmentColumns } from '../../../imports/shipments/shipment-columns';
import { delimiters } from '../../../tabular/record';
import { foreign } from '../../../tabular/spellings';
import { topicOf } from '../topic-page';
import text from './csv.md';

const others: ReadonlySet<string> = new Set(Object.values(foreign).flat());
/** The names in English: `order number, po number or order id`. */
function inEnglish(names: readonly string[]): string {
  const words = [...new Set(names.filter((name) => !others.has(name)).map(spaced))];
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

const parts =
  /(?:tracking|purchased?|retailer|merchant|reference|shipment|carrier|package|waybill|number|parcel|vendor|seller|bought|order|store|track|shop|sold|name|code|link|from|url|num|ref|by|nr|no|po|id)s?/g;
/** `package tracking number`: a spelling as people write it, since spaces don't count in a header. */
export const spaced = (spelling: string) => spelling.match(parts)?.join(' ') ?? spelling;

export const topic = topicOf(text, () => ({
  most: String(limits.shipments.maximum),
  headers: shipmentColumns.map(({ field, names }): HelpRow => [field, inEnglish(names)]),
  delimiters: delimiters.map((one) => (one === '\t' ? 'tab' : one)).join(' '),
}));
