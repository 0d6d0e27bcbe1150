import type { HelpRow, Topic } from '../../../cli/help';
import { limits } from '../../../contract/limits';
import { shipmentColumns } from '../../../imports/shipments/shipment-columns';
import { delimiters } from '../../../tabular/record';
import { foreign } from '../../../tabular/spellings';
import { writeTopic } from '../topic-page';
import text from './csv.md';

function listed(words: readonly string[], last: string): string {
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

const others: ReadonlySet<string> = new Set(Object.values(foreign).flat());
const inEnglish = (names: readonly string[]) => [
  ...new Set(names.filter((name) => !others.has(name))),
];

export const topic: Topic = {
  write: (page) =>
    writeTopic(page, text, {
      most: String(limits.shipments.maximum),
      headers: shipmentColumns.map(
        ({ field, names }): HelpRow => [field, listed(inEnglish(names), 'or')],
      ),
      delimiters: delimiters.map((one) => (one === '\t' ? 'tab' : one)).join(' '),
    }),
};
