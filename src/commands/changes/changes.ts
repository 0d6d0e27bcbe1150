import { beginOfDay, day, resolveDay } from '../../cli/day';
import { defineCommand } from '../../cli/definition';
import { choices, text, toggle } from '../../cli/flag';
import { mirrorOnlyFlags } from '../../cli/global-flags';
import { isObject, type Members } from '../../lib/json';
import { counted } from '../../lib/words';
import type { MirrorEvent } from '../../mirror/changes';
import { eventTypes } from '../../mirror/events';
import { fieldAt, kindOf, show } from '../../output/fields';
import type { Field, ListView } from '../../output/view';
import { changeDocument, changesView, type EventForPeople, kindOfValue } from './view';

/** Names whole objects instead of printing them; -o json has all of them. */
function named(value: unknown): unknown {
  if (Array.isArray(value)) return counted(value.length, 'entries');
  if (!isObject(value)) return value;
  const { status, nickname, name } = value;
  return status ?? nickname ?? name;
}

/** Differences between two objects whose names are the same. */
function differing(owner: Members, other: Members): string {
  return [...new Set([...Object.keys(owner), ...Object.keys(other)])]
    .filter((name) => JSON.stringify(owner[name]) !== JSON.stringify(other[name]))
    .map((name) => {
      const value = owner[name];
      // The amount of a cashback is cents unless it is points.
      const kind = kindOf(fieldAt(changesView, `new.${name}`), { owner, value });
      return `${name} ${show(value, kind)}`;
    })
    .join(', ');
}

/** Differences between two lists of objects of the same length. */
function differingInLists(values: readonly Members[], others: readonly Members[]): string {
  const texts = values.map((value, index) => {
    const { trackingNumber, id } = value;
    const isSame = (other: Members) => other.id === id && other.trackingNumber === trackingNumber;
    const text = differing(value, others.find(isSame) ?? others[index] ?? {});
    return text === '' || trackingNumber === undefined ? text : `${trackingNumber}: ${text}`;
  });
  return texts.filter((text) => text !== '').join('; ');
}

function areObjects(value: unknown): value is readonly Members[] {
  return Array.isArray(value) && value.every(isObject);
}

/** Differences between two values whose names are the same; empty if only the order does. */
function differenceOf(value: unknown, other: unknown): string {
  if (isObject(value) && isObject(other)) return differing(value, other);
  return areObjects(value) && areObjects(other) ? differingInLists(value, other) : '';
}

/** The event with its values as text, so that a long one can be cut next to an amount. */
function forPeople(event: MirrorEvent): EventForPeople {
  const { old, new: now } = event;
  if (named(old) === named(now)) {
    const [oldText, newText] = [differenceOf(old, now), differenceOf(now, old)];
    if (oldText !== newText) return { ...event, oldText, newText };
  }
  const kind = kindOfValue({ ...event });
  return { ...event, oldText: show(named(old), kind), newText: show(named(now), kind) };
}

/** Amounts are texts already, so that a column has one alignment. */
const valueText = {
  kind: 'text',
  preferredWidth: 12,
  kindIn: (event: Members) => (kindOfValue(event) === 'id' ? 'id' : 'text'),
} as const satisfies Field;
const { old: _old, new: _new, ...others } = changesView.fields;

/** Has the texts in place of the values, whose members can still be asked for. */
const viewForPeople: ListView<EventForPeople> = {
  ...changesView,
  fields: {
    ...others,
    oldText: { ...valueText, heading: 'Old' },
    newText: { ...valueText, heading: 'New' },
  },
  table: ['type', 'orderNumber', 'group', 'field', 'oldText', 'newText', 'at'],
};

export const command = defineCommand({
  description: `What sync found since you last ran this command, each change once. A cursor remembers how far you have
read; give a script a --cursor of its own. The cursor moves only after everything has been printed. It
also moves past changes that --type leaves out, so use a separate --cursor with --type. If nothing
changed, prints nothing; a terminal says so.`,
  fields: Object.keys(changesView.fields),
  documents: { 'The changes': [changeDocument] },
  flags: {
    cursor: text('<name>', 'Name of the cursor to use; each name reads independently', {
      conflicts: ['since'],
    }),
    peek: toggle("Don't move the cursor"),
    since: day('Print everything seen since this day; ignores the cursor'),
    type: choices('<type,…>', 'Only changes of these types', eventTypes),
    exitCode: toggle('Exit with 15 if anything changed'),
    ...mirrorOnlyFlags,
  },
  examples: {
    'waybill sync -q && waybill changes': 'Show what is new at the service, for example from cron',
    'waybill changes --peek': 'Look without marking the changes as read',
    'waybill changes --since 7d --type order.status,order.gone -o csv':
      'Export a week of status changes for a spreadsheet',
  },
  async run({ cursor, peek, since, type, exitCode, ...flags }, context) {
    const output = await context.outputOf(changesView);
    const access = await context.mirror();
    const { moveCursor, readChanges } = await import('../../mirror/changes');
    const { database } = await access.open(flags);
    const { events, upTo } = readChanges(database, {
      cursor,
      since: since && beginOfDay(resolveDay(since, context.today())),
      types: type,
    });
    const isNews = context.world.stdout.isTTY === true && context.globals.fields === undefined;
    if (events.length > 0 || output.format === 'json') {
      if (output.format !== 'table') await output.list(changesView, events);
      else if (!isNews) await output.list(viewForPeople, events.map(forPeople));
      else {
        const { newsOf } = await import('./news');
        await output.prose(newsOf(events.map(forPeople), database));
      }
    } else if (isNews) context.notices.notice(changesView.empty);
    const isLook = peek || context.globals.dryRun || flags.mirror !== undefined;
    const moves = !isLook && since === undefined;
    if (moves && (await output.written())) {
      await access.write({ offline: true }, (writable, at) =>
        moveCursor(writable, { cursor, upTo, at }),
      );
    }
    return exitCode && events.length > 0 ? 'found' : 'done';
  },
});
