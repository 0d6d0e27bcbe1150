import type { Books, Metadata, Transaction } from '../../insight/books';
import { dollars } from '../../lib/words';

/** The syntax in which a program of plain text accounting reads the books. */
interface Dialect {
  /** The lines before the transactions. */
  head(accounts: Books['accounts'], tags: readonly string[], firstDay: string): readonly string[];
  title(transaction: Transaction): string;
  metadata(metadata: Metadata, indent: string): readonly string[];
}

/** Control characters and line breaks. */
const breaks = /[\p{Cc}\u2028\u2029]/gu;
/** To hledger a semicolon begins a comment; there, a comma ends a value, and `[2026-01-31]` is a date. */
const breaksOrComments = /[\p{Cc}\u2028\u2029;]/gu;
const breaksOrTags = /[\p{Cc}\u2028\u2029;,[\]]/gu;

const flagOf = ({ metadata }: Transaction) => (metadata.assumed ? '!' : '*');

const about = 'The whole books of a mirror. Include this file: it is written again each time.';

/** Of hledger and Ledger. */
const hledger: Dialect = {
  head: (accounts, tags) => [
    `; ${about}\n\ncommodity USD\n    format 1000.00 USD\n`,
    ...tags.map((tag) => `tag ${tag}`),
    '',
    ...[...accounts].flatMap(([account, metadata]) => [
      `account ${account}`,
      ...hledger.metadata(metadata, '    '),
    ]),
  ],
  title: (transaction) =>
    `${transaction.date} ${flagOf(transaction)} ${transaction.description.replace(breaksOrComments, ' ')}`,
  metadata: (metadata, indent) =>
    Object.entries(metadata).map(
      ([name, value]) => `${indent}; ${name}: ${value.replace(breaksOrTags, ' ')}`,
    ),
};

const quoted = (text: string) => `"${text.replace(breaks, ' ').replace(/["\\]/g, '\\$&')}"`;

const beancount: Dialect = {
  head: (accounts, _, firstDay) => [
    `; ${about}\n`,
    ...[...accounts].flatMap(([account, metadata]) => [
      `${firstDay} open ${account} USD`,
      ...beancount.metadata(metadata, '  '),
    ]),
  ],
  title: (transaction) =>
    `${transaction.date} ${flagOf(transaction)} ${quoted(transaction.description)}`,
  metadata: (metadata, indent) =>
    Object.entries(metadata).map(([name, value]) => `${indent}${name}: ${quoted(value)}`),
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

/** A dialect that cuts what is too long for one of the programs. */
function shortened({ head, title, metadata }: Dialect, onCut: () => void): Dialect {
  const cut = (text: string) => {
    const characters = text.length > longestText ? [...text] : [];
    if (characters.length <= longestText) return text;
    onCut();
    return characters.slice(0, longestText).join('');
  };
  const cutAll = (texts: Metadata) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, cut(text)]));
  return {
    head: (accounts, ...rest) =>
      head(new Map([...accounts].map(([account, texts]) => [account, cutAll(texts)])), ...rest),
    title: (one) => title({ ...one, description: cut(one.description) }),
    metadata: (texts, indent) => metadata(cutAll(texts), indent),
  };
}

function linesOf(transaction: Transaction, dialect: Dialect): readonly string[] {
  const { metadata, postings } = transaction;
  return [
    '',
    dialect.title(transaction),
    ...dialect.metadata(metadata, '    '),
    ...postings.flatMap(({ account, cents, metadata: own }) => [
      `    ${account}  ${dollars(cents)} USD`,
      ...dialect.metadata(own, '        '),
    ]),
  ];
}

/** Transactions between two pauses. */
const transactionsAtOnce = 500;

/** The books as text. They are read twice: all accounts and tags are declared before the first. */
export async function* journalText(
  { accounts, transactions }: Books,
  whole: Dialect,
  { pause, onCut }: WritingSteps,
): AsyncGenerator<string> {
  const dialect = shortened(whole, onCut);
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
  const sorted = new Map([...accounts].sort(([a], [b]) => (a < b ? -1 : 1)));
  yield `${dialect.head(sorted, [...tags].sort(), firstDay).join('\n')}\n`;
  let text = '';
  for (const transaction of transactions()) {
    text += `${linesOf(transaction, dialect).join('\n')}\n`;
    if (--count % transactionsAtOnce > 0) continue;
    yield text;
    text = '';
    await pause();
  }
}
