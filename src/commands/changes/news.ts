import { counted, dollarsForPeople } from '../../lib/words';
import type { EventType } from '../../mirror/events';
import type { Database } from '../../mirror/libsql';
import { selectedValue } from '../../mirror/state';
import type { Line } from '../../output/options';
import { visibleLine } from '../../output/text';
import type { EventForPeople } from './view';

/** Kinds of events, in the order in which people want to know, and what a line says of each. */
const happened: Readonly<Record<EventType, readonly [what: string, line: 'old' | 'new' | 'both']>> =
  {
    'order.gone': ['Gone', 'old'],
    'order.status': ['Status', 'both'],
    'order.new': ['New', 'new'],
    'order.back': ['Back', 'new'],
    'tracking.added': ['Tracking number added', 'new'],
    'tracking.removed': ['Tracking number removed', 'old'],
    'order.changed': ['Changed', 'both'],
    'card.new': ['New', 'new'],
    'card.changed': ['Changed', 'both'],
    'card.gone': ['Gone', 'old'],
    'card.back': ['Back', 'new'],
  };

/** Cents that the groups promised for these orders. */
function expectedOf(database: Database, ids: readonly string[]): number {
  const sql = `SELECT sum(expected_payout_cents) FROM base_orders
    WHERE id IN (SELECT value FROM json_each(?))`;
  return selectedValue<number | null>(database, sql, [JSON.stringify(ids)]) ?? 0;
}

/** The events as news: what happened, to how many orders and for how much, then each of them. */
export function newsOf(events: readonly EventForPeople[], database: Database): readonly Line[] {
  return Object.entries(happened)
    .map(([type, words]) => ({ type, words, own: events.filter((event) => event.type === type) }))
    .filter(({ own }) => own.length > 0)
    .flatMap(({ type, words: [what, line], own }, place) => {
      const ids = [...new Set(own.map(({ id }) => id))];
      const isCard = type.startsWith('card.');
      const expected = isCard ? 0 : expectedOf(database, ids);
      const sum = expected === 0 ? '' : `, ${dollarsForPeople(expected)} expected`;
      const lines = own.map(({ id, orderNumber, field, oldText, newText }) => {
        const name = (isCard ? undefined : orderNumber) ?? id;
        const said = { old: oldText, new: newText, both: `${oldText || '-'} → ${newText || '-'}` };
        const of = type.endsWith('.changed') && field !== null ? `${field}: ` : '';
        return `  ${visibleLine(`${name}  ${of}${said[line]}`).trimEnd()}`;
      });
      const rest = `: ${counted(ids.length, isCard ? 'cards' : 'orders')}${sum}`;
      const isGone = type.endsWith('.gone');
      const head: Line = isGone ? { tone: 'doubtful', mark: what, rest } : `${what}${rest}`;
      return [...(place === 0 ? [] : ['']), head, ...lines];
    });
}
