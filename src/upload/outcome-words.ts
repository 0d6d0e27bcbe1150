import { grouped } from '../lib/words';
import type { OutcomeCounts } from './outcome';

const usualWords = [
  ['added', 'added'],
  ['alreadyPresent', 'already present'],
  ['accepted', 'accepted'],
  ['duplicate', 'duplicate'],
  ['invalid', 'invalid'],
  ['rejected', 'rejected'],
  ['notSent', 'not sent'],
  ['unknown', 'unknown'],
] as const;

export const outcomeNames = usualWords.map(([name]) => name);

/** The words for rows that went through, for uploads that don't add what they send. */
const ownWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  create: { added: 'created' },
  update: { added: 'updated', alreadyPresent: 'unchanged' },
};

/** The outcomes of rows in a few words: "48 added, 2 rejected". `upload` is its spec's name. */
export function outcomeWords(rows: Omit<OutcomeCounts, 'rows'>, upload: string): string {
  const [, verb = ''] = /-(\w+)/.exec(upload) ?? [];
  return usualWords
    .flatMap(([key, words]) =>
      rows[key] > 0 ? [`${grouped(rows[key])} ${ownWords[verb]?.[key] ?? words}`] : [],
    )
    .join(', ');
}
