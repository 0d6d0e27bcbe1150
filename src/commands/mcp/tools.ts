import { kebab, readChoice } from '../../cli/flag';
import { mirrorFlags } from '../../cli/global-flags';
import { usageFailure } from '../../failure';
import { isObject, type Members } from '../../lib/json';
import { nameHint } from '../../lib/suggest';
import { eventTypes } from '../../mirror/events';
import { nouns } from '../tree';

/** A command of waybill. */
export interface Line {
  readonly path: readonly string[];
  readonly flags?: Members;
  readonly operand?: unknown;
  readonly input?: unknown;
}

type Property = Record<string, string | number | string[] | { enum: string[] }>;

function defineTool(
  name: string,
  description: string,
  properties: Record<string, Property>,
  /** Returns the command that has the result, and one to run if it finds nothing. */
  lines: (values: Members) => readonly Line[],
) {
  const required = ['name', 'sql', 'order'].filter((one) => one in properties);
  const inputSchema = {
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  } as const;
  const reads = name !== 'sync';
  const annotations = { readOnlyHint: reads, openWorldHint: !reads };
  return { name, description, inputSchema, annotations, lines };
}
export type DefinedTool = ReturnType<typeof defineTool>;

/** Throws a usage failure unless all names are known. */
export function refuseUnknown(what: string, given: readonly string[], known: readonly string[]) {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = nameHint(unknown, known, `The ${what}s are ${known.join(', ') || 'none'}.`);
  throw usageFailure(`Unknown ${what} "${unknown}"`, { hint });
}

const text = (description: string) => ({ type: 'string', description });
/** What is an argument of its own, or can't be asked for here. */
const notFilters = ['by', 'sort', 'limit', 'asOf', 'exitCode', ...Object.keys(mirrorFlags)];

async function reportTool(): Promise<DefinedTool> {
  const verbs = Object.entries(nouns.report?.verbs ?? {}).filter(([name]) => name !== 'html');
  const loaded = verbs.map(async ([name, { load }]) => ({ name, ...(await load()).command }));
  const reports = await Promise.all(loaded);
  const names = reports.map(({ name }) => name);
  const flags = new Set(reports.flatMap((report) => Object.keys(report.flags)));
  const filters = [...flags].filter((key) => !notFilters.includes(key)).map(kebab);
  const about = reports.map(({ name, summary }) => `${name}: ${summary}`).join('\n');
  const properties = {
    name: { enum: names },
    by: text('What a row is: group, month, …; none: an order'),
    filters: { type: 'object', description: `By name: ${filters.join(', ')}` },
    sort: text('A member of the rows; -outstanding: the largest first'),
    limit: { type: 'integer', minimum: 1 },
    today: text('The day that ages count to, YYYY-MM-DD'),
    asOf: text('The balance at the end of this day, YYYY-MM-DD'),
  };
  return defineTool('report', about, properties, ({ name, filters: chosen = {}, ...values }) => {
    if (!isObject(chosen)) throw usageFailure('filters takes an object');
    refuseUnknown('filter', Object.keys(chosen).map(kebab), filters);
    const path = ['report', readChoice(String(name ?? ''), 'name', names)];
    return [{ path, flags: { ...chosen, ...values } }];
  });
}

/** The tools. Their commands check the values. */
export const loadTools = async (): Promise<readonly DefinedTool[]> => [
  await reportTool(),
  defineTool(
    'query',
    'One SQLite SELECT over the mirror, at most 10 seconds. Call tables first.',
    { sql: text('Its parameters are :name'), parameters: { type: 'object' } },
    ({ sql, parameters }) => {
      const param = Object.entries(parameters ?? {}).map((one) => one.join('='));
      return [{ path: ['query'], flags: { maxTime: 10, param }, operand: '-', input: sql }];
    },
  ),
  defineTool(
    'order',
    'A buying group order or gift card order, as the service sent it.',
    { order: text('Its id or order number') },
    ({ order = '' }) =>
      ['orders', 'giftcards'].map((noun) => ({ path: [noun, 'get'], operand: order })),
  ),
  defineTool(
    'changes',
    'What changed in the account, as sync saw it, oldest first.',
    {
      since: text('A day, or 7d (the default), 2w, 3m'),
      types: { type: 'array', items: { enum: [...eventTypes] } },
    },
    ({ since = '7d', types: type }) => [{ path: ['changes'], flags: { since, type } }],
  ),
  defineTool('tables', 'The views that query reads, with their columns.', {}, () => [
    { path: ['query'], flags: { tables: true } },
  ]),
  defineTool('sync', 'Reads the account into the mirror. A large one takes minutes.', {}, () => [
    { path: ['sync'] },
  ]),
];
