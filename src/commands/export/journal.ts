import type { Books, Metadata, Transaction } from '../../insight/books';
import { dollars } from '../../lib/words';

/** The syntax in which a program of plain text accounting reads the books. */
interface Dialect {
  /** The lines before the accounts. */
  head(tags: readonly string[]): readonly string[];
  account(name: string, firstDay: string): string;
  /** Before the metadata of an account. */
  readonly indent: string;
  description(text: string): string;
  property(name: string, value: string): string;
}

/** Control characters and line breaks. */
const breaks = /[\p{Cc}\u2028\u2029]/gu;
/** To hledger a semicolon begins a comment; there, a comma ends a value, and `[2026-01-31]` is a date. */
const breaksOrComments = /[\p{Cc}\u2028\u2029;]/gu;
const breaksOrTags = /[\p{Cc}\u2028\u2029;,[\]]/gu;

const about = 'The whole books of a mirror. Include this file: it is written again each time.';

/** Of hledger and Ledger. */
const hledger: Dialect = {
  head: (tags) => [
    `; ${about}\n\ncommodity USD\n    format 1000.00 USD\n`,
    ...tags.map((tag) => `tag ${tag}`),
    '',
  ],
  account: (name) => `account ${name}`,
  indent: '    ',
  description: (text) => text.replace(breaksOrComments, ' '),
  property: (name, value) => `; ${name}: ${value.replace(breaksOrTags, ' ')}`,
};

const quoted = (text: string) => `"${text.replace(breaks, ' ').replace(/["\\]/g, '\\$&')}"`;

const beancount: Dialect = {
  head: () => [`; ${about}\n`],
  account: (name, firstDay) => `${firstDay} open ${name} USD`,
  indent: '  ',
  description: quoted,
  property: (name, value) => `${name}: ${quoted(value)}`,
};

export const dialects = { '.journal': hledger, '.beancount': beancount } as const;

/** Characters of a text: Ledger reads no line of more than 4,096 bytes, and a character has at most four. */
const longestText = 1000;

interface WritingSteps {
  /** Called every few hundred transactions; what it throws ends the work. */
  pause(): Promise<void>;
  /** Called for each text that was cut. */
  onCut(): void;
}

/** Transactions between two pauses. */
const transactionsAtOnce = 500;

/** The books as text. They are read twice: all accounts and tags are declared before the first. */
export async function* journalText(
  { accounts, transactions }: Books,
  dialect: Dialect,
  { pause, onCut }: WritingSteps,
): AsyncGenerator<string> {
  const cut = (text: string) => {
    const characters = text.length > longestText ? [...text] : [];
    if (characters.length <= longestText) return text;
    onCut();
    return characters.slice(0, longestText).join('');
  };
  const properties = (metadata: Metadata, indent: string) =>
    Object.entries(metadata).map(
      ([name, value]) => `${indent}${dialect.property(name, cut(value))}`,
    );
  const linesOf = ({ date, description, metadata, postings }: Transaction) => [
    '',
    `${date} ${metadata.assumed ? '!' : '*'} ${dialect.description(cut(description))}`,
    ...properties(metadata, '    '),
    ...postings.flatMap(({ account, cents, metadata: own }) => [
      `    ${account}  ${dollars(cents)} USD`,
      ...properties(own, '        '),
    ]),
  ];
  const tags = new Set<string>();
  const addTags = (metadata: Metadata) => {
    for (const tag in metadata) tags.add(tag);
  };
  let [count, firstDay] = [0, '1970-01-01'];
  for (const { date, metadata, postings } of transactions()) {
    if (count === 0) firstDay = date;
    addTags(metadata);
    for (const posting of postings) addTags(posting.metadata);
    if (++count % transactionsAtOnce === 0) await pause();
  }
  for (const metadata of accounts.values()) addTags(metadata);
  const head = [
    ...dialect.head([...tags].sort()),
    ...[...accounts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, metadata]) => [
        dialect.account(name, firstDay),
        ...properties(metadata, dialect.indent),
      ]),
  ];
  yield `${head.join('\n')}\n`;
  let text = '';
  for (const transaction of transactions()) {
    text += `${linesOf(transaction).join('\n')}\n`;
    if (--count % transactionsAtOnce > 0) continue;
    yield text;
    text = '';
    await pause();
  }
}
