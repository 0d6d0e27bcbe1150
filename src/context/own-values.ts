import type { Database } from '../mirror/libsql';
import { namedCards, storedPoints, storePoints } from '../mirror/points';
import { overdueAfterName, overdueAfterOf, readValue, writeValue } from '../mirror/state';
import { overdueDays, pointValues, reportSettings } from '../settings/own-settings';
import type { Context, OpenMirror } from './context';

/** The values of points that a mirror computes rewards with, and those of the settings. */
function pointsIn(database: Database, context: Context) {
  const settings = reportSettings(context.settings().entry?.settings);
  const { unclear: _, ...wanted } = pointValues(settings, () => namedCards(database));
  const stored = storedPoints(database);
  const name = (values: typeof wanted) =>
    [values.pointThousandths, ...Object.entries(values.cardPoints).flat().sort()].join();
  return { stored, wanted, differ: name(stored) !== name(wanted) };
}

/** Stores the values with which views compute, if the settings or the cards that they name have changed. */
export async function keepOwnValues(
  { database }: OpenMirror,
  context: Context,
  writing: (work: (writable: Database) => void) => Promise<void>,
): Promise<void> {
  const { wanted, differ } = pointsIn(database, context);
  const { groupSpellings } = await import('../mirror/group-names');
  const spellings = () => groupSpellings(database).map(([text]) => text);
  const days = JSON.stringify(overdueDays(context.settings().entry?.settings, spellings));
  const isStored = !differ && readValue(database, 'pointThousandths') !== undefined;
  if (isStored && overdueAfterOf(database) === days) return;
  try {
    await writing((writable) => {
      storePoints(writable, wanted);
      writeValue(writable, overdueAfterName, days);
    });
  } catch {
    context.notices.warning(
      "Can't write to the mirror, so its views still use the old pointValue and overdueAfter.",
    );
  }
}

/** Warns if the views of a mirror that is never written to compute with other values than reports do. */
export function warnOfPointValue({ path, database }: OpenMirror, context: Context): void {
  if (readValue(database, 'pointThousandths') === undefined) return;
  const { stored, wanted, differ } = pointsIn(database, context);
  if (!differ) return;
  const [before, now] = [stored, wanted].map((values) => values.pointThousandths / 1000);
  const what =
    before === now ? 'other values of points for some cards' : `pointValue ${before}, not ${now}`;
  context.notices.warning(
    `${path} was synced with ${what}: its reward_cents differ from the rewards of reports.`,
  );
}
