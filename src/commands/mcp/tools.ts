import type { Nouns } from '../../cli/definition';
import { kebab, readChoice } from '../../cli/flag';
import { mirrorFlags } from '../../cli/global-flags';
import { usageFailure } from '../../failure';
import { isObject, type Members } from '../../lib/json';
import { eventTypes } from '../../mirror/events';

export interface CommandWords {
  readonly path: readonly string[];
  readonly flags?: Members;
  readonly operand?: unknown;
  readonly input?: unknown;
}

type Property = Record<string, string | number | string[] | { enum: string[] }>;

/** A tool of the assistant. Its command checks the values. */
export interface DefinedTool {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Property>>;
  /** Returns the command that has the result, and one to run if it finds nothing. */
  lines(values: Members): readonly CommandWords[];
}

/**
 * The values by the names of flags, without those that are null. An unknown name is a usage failure,
 * and so is `true` for what is no switch: such a flag would take the next word for its value.
 */
export function named(
  values: Members,
  what: string,
  names: readonly string[],
  switches: readonly string[] = [],
): Members {
  const known = names.map(kebab);
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(
    given.map(([typed, value]) => {
      const name = readChoice(kebab(typed), what, known);
      if ([value].flat().includes(true) && !switches.map(kebab).includes(name)) {
        throw usageFailure(`${typed} takes a text, a number or a list of them`);
      }
      return [name, value];
    }),
  );
}

const text = (description: string) => ({ type: 'string', description });
/** Flags that are arguments of their own, or that can't be asked for here. */
const notFilters = ['by', 'sort', 'limit', 'asOf', 'exitCode', ...Object.keys(mirrorFlags)];

async function reportTool(nouns: Nouns): Promise<DefinedTool> {
  const verbs = Object.entries(nouns.report?.verbs ?? {}).filter(([name]) => name !== 'html');
  const loaded = verbs.map(async ([name, { load }]) => ({ name, ...(await load()).command }));
  const reports = await Promise.all(loaded);
  const names = reports.map(({ name }) => name);
  const flags = Object.assign({}, ...reports.map((report) => report.flags));
  const filters = Object.keys(flags).filter((key) => !notFilters.includes(key));
  const switches = filters.filter((key) => flags[key].placeholder === undefined);
  const properties = {
    name: { enum: names },
    by: text('What a row is: group, month, …; none: an order'),
    filters: { type: 'object', description: `By name: ${filters.map(kebab).join(', ')}` },
    sort: text('A member of the rows; -outstanding: the largest first'),
    limit: { type: 'integer', minimum: 1 },
    today: text('The day that ages count to, YYYY-MM-DD'),
    asOf: text('The balance at the end of this day, YYYY-MM-DD'),
  };
  return {
    name: 'report',
    description: reports.map(({ name, summary }) => `${name}: ${summary}`).join('\n'),
    properties,
    lines({ name = '', filters: chosen = {}, ...values }) {
      if (!isObject(chosen)) throw usageFailure('filters takes an object');
      const path = ['report', readChoice(String(name), 'name', names)];
      const filtered = named(chosen, 'the name of a filter', filters, switches);
      return [{ path, flags: { ...filtered, ...values } }];
    },
  };
}

export const loadTools = async (nouns: Nouns): Promise<readonly DefinedTool[]> => [
  await reportTool(nouns),
  {
    name: 'query',
    description: 'One SQLite SELECT over the mirror, at most 10 seconds. Call tables first.',
    properties: { sql: text('Its parameters are :name'), parameters: { type: 'object' } },
    lines({ sql, parameters = {} }) {
      if (!isObject(parameters)) throw usageFailure('parameters takes an object');
      const param = Object.entries(parameters).map(([name, value]) => {
        if (typeof value === 'string' || typeof value === 'number') return `${name}=${value}`;
        throw usageFailure(`The parameter ${name} takes a text or a number`, {
          hint: 'Write NULL, and true or false, in the SQL itself.',
        });
      });
      return [{ path: ['query'], flags: { maxTime: 10, param }, operand: '-', input: sql }];
    },
  },
  {
    name: 'order',
    description: 'A buying group order or gift card order, as the service sent it.',
    properties: { order: text('Its id or order number') },
    lines: ({ order = '' }) =>
      ['orders', 'giftcards'].map((noun) => ({ path: [noun, 'get'], operand: order })),
  },
  {
    name: 'changes',
    description: 'What changed in the account, as sync saw it, oldest first.',
    properties: {
      since: text('A day, or 7d (the default), 2w, 3m'),
      types: { type: 'array', items: { enum: [...eventTypes] } },
    },
    lines: ({ since = '7d', types: type }) => [{ path: ['changes'], flags: { since, type } }],
  },
  {
    name: 'tables',
    description: 'The views that query reads, with their columns.',
    properties: {},
    lines: () => [{ path: ['query'], flags: { tables: true } }],
  },
  {
    name: 'sync',
    description: 'Reads the account into the mirror. A large one takes minutes.',
    properties: {},
    lines: () => [{ path: ['sync'] }],
  },
];
