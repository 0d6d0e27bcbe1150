import { counted, grouped } from '../lib/words';
import type { SyncResult } from '../mirror/sync';
import { durationInWords } from '../output/progress';

/** `3 new, 5 changed, 1 gone; 212 requests; 41 s` */
export function syncSummary(result: SyncResult): string {
  const { orders, giftcards, cards, requests, startedAt, finishedAt, drift } = result;
  const sum = (what: 'new' | 'changed' | 'gone' | 'back') =>
    orders[what] + giftcards[what] + cards[what];
  const counts = [`${grouped(sum('new'))} new`, `${grouped(sum('changed'))} changed`];
  counts.push(`${grouped(sum('gone'))} gone`);
  if (sum('back') > 0) counts.push(`${grouped(sum('back'))} back`);
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  const parts = [counts.join(', '), counted(requests, 'requests'), durationInWords(seconds)];
  if (drift !== undefined && drift !== 0) {
    parts.push(`the service counts ${grouped(Math.abs(drift))} ${drift > 0 ? 'more' : 'fewer'}`);
  }
  return parts.join('; ');
}
