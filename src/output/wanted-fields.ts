import { closest } from '../cli/suggest';
import { type Failure, usageFailure } from '../failure';
import { fieldAt, readPath } from './fields';
import type { Rows, View } from './view';

/** Rows that are held back, at most, to look for a field that the view does not know. */
const rowsLookedAt = 100;

function unknownFields<T>(view: View<T>, paths: readonly string[]): Failure {
  const known = Object.keys(view.fields);
  const issues = paths.map((path) => {
    const near = closest(path, known);
    const message = near === undefined ? `in no ${view.one}` : `did you mean ${near}?`;
    return { path, message };
  });
  return usageFailure(
    paths.length === 1 ? `There is no field "${paths[0]}"` : 'Some of --fields do not exist',
    { issues, hint: `The fields are ${known.join(', ')}.` },
  );
}

function strangers<T>(view: View<T>, fields: readonly string[]): readonly string[] {
  return fields.filter((path) => fieldAt(view, path) === undefined);
}

/** Refuses fields that the view does not know. Throws a usage failure. */
export function expectKnown<T>(view: View<T>, fields: readonly string[] | undefined): void {
  const unknown = strangers(view, fields ?? []);
  if (unknown.length > 0) throw unknownFields(view, unknown);
}

/**
 * Passes rows on once every wanted field is known to the view or was seen in a row: the service may
 * have fields that waybill has not heard of, so the rows decide; the first hundred of them, since
 * the header of a csv must be right before its first line. Where there is nothing to look in, only
 * what looks like a known field misspelled is refused. Throws a usage failure.
 */
export function withWantedFields<T>(
  view: View<T>,
  fields: readonly string[] | undefined,
  rows: Rows<T>,
): Rows<T> {
  const unknown = strangers(view, fields ?? []);
  return unknown.length === 0 ? rows : onceSeen(view, unknown, rows);
}

async function* onceSeen<T>(
  view: View<T>,
  unknown: readonly string[],
  rows: Rows<T>,
): AsyncGenerator<T, void, undefined> {
  let missing = unknown;
  const held: T[] = [];
  for await (const row of rows) {
    if (missing.length === 0) {
      yield row;
      continue;
    }
    held.push(row);
    missing = missing.filter((path) => readPath(row, path) === undefined);
    if (missing.length === 0) yield* held.splice(0);
    else if (held.length >= rowsLookedAt) break;
  }
  if (missing.length > 0 && held.length === 0) {
    const known = Object.keys(view.fields);
    missing = missing.filter((path) => closest(path, known) !== undefined);
  }
  if (missing.length > 0) throw unknownFields(view, missing);
}
