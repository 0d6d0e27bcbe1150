import { beginOfDay, day, resolveDay } from '../../cli/day';
import { defineCommand } from '../../cli/definition';
import { choices, text, toggle } from '../../cli/flag';
import { mirrorFlags } from '../../cli/mirror-flags';
import { type MirrorEvent, moveCursor, readChanges } from '../../mirror/changes';
import { eventTypes } from '../../mirror/events';
import type { CellType, View } from '../../output/view';

/** Fields of an order or a card whose values are cents. */
const moneyFields = new Set([
  ...['subtotal', 'shipping', 'tax', 'discount', 'total', 'expectedPayout', 'annualFee'],
]);

const kindIn = ({ field }: Readonly<Record<string, unknown>>): CellType =>
  moneyFields.has(String(field)) ? 'money' : 'text';

/** Whole objects are named, not spelled out: -o json holds them. */
function forPeople(value: unknown): unknown {
  if (Array.isArray(value)) return `${value.length} of them`;
  if (typeof value !== 'object' || value === null) return value;
  const { status, nickname, name } = value as Readonly<Record<string, unknown>>;
  return status ?? nickname ?? name;
}

const shown = (member: 'old' | 'new', event: MirrorEvent) => ({
  ...event,
  [member]: forPeople(event[member]),
});

const view: View<MirrorEvent> = {
  one: 'change',
  empty: 'No changes.',
  fields: {
    seq: 'number',
    type: 'text',
    kind: 'text',
    id: 'id',
    orderNumber: { kind: 'id', heading: 'Order' },
    group: 'text',
    field: 'text',
    old: { kind: 'text', kindIn },
    new: { kind: 'text', kindIn },
    after: 'moment',
    at: { kind: 'moment', heading: 'Seen' },
    run: 'number',
    tracking: 'object',
  },
  table: ['type', 'orderNumber', 'group', 'field', 'old', 'new', 'at'],
  card: ({ type, id }) => `${type} ${id}`,
};

export const command = defineCommand({
  summary: 'What changed in the account since you last looked',
  description: `Prints the differences that sync has found since this command last printed them: each once. A
cursor remembers how far you have read; --cursor names another one, so that a script and you do not
take each other's changes away. It moves only once everything was written. Nothing new prints
nothing.`,
  fields: Object.keys(view.fields),
  arguments: {},
  flags: {
    cursor: text('<name>', 'Whose reading it is; several names read independently of each other', {
      conflicts: ['since'],
    }),
    peek: toggle('Leave the cursor where it is'),
    since: day('Everything seen from this day on; no cursor counts or moves'),
    type: choices('<type,…>', 'Only these types of change', eventTypes),
    exitCode: toggle('Exit with 15 where there is a change'),
    ...mirrorFlags,
  },
  examples: [
    {
      command: 'waybill sync -q && waybill changes',
      explains: 'What is new at the service, as from cron',
    },
    { command: 'waybill changes --peek', explains: 'Look, and see the same again next time' },
    {
      command: 'waybill changes --since 7d --type order.status,order.gone -o csv',
      explains: 'A week of status changes for a spreadsheet',
    },
  ],
  async run({ cursor, peek, since, type, exitCode, ...flags }, context) {
    const output = await context.output();
    output.expect(view);
    const access = await context.mirror();
    const { database } = await access.open(flags);
    const { events, upTo } = readChanges(database, {
      ...(cursor === undefined ? {} : { cursor }),
      ...(since === undefined ? {} : { since: beginOfDay(resolveDay(since, context.today())) }),
      ...(type === undefined ? {} : { types: type }),
    });
    if (events.length > 0 || output.format === 'json') {
      const rows =
        output.format === 'table'
          ? events.map((event) => shown('new', shown('old', event)))
          : events;
      await output.list(view, rows);
    }
    const moves = !peek && since === undefined && flags.mirror === undefined;
    if (moves && (await output.written())) {
      await access.write({ offline: true }, (writable, at) =>
        moveCursor(writable, { ...(cursor === undefined ? {} : { cursor }), upTo, at }),
      );
    }
    return exitCode && events.length > 0 ? 'found' : 'done';
  },
});
