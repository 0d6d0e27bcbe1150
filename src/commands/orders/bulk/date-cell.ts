import { usageFailure } from '../../../failure';

/** `11/23/2026`, which spreadsheets make of a date: its day and month may be swapped. */
const ambiguous = /^\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})$/;
const moment =
  /^(\d{4}-\d{2}-\d{2})[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;
/** Programs that have only moments write a day like this. */
const midnight = /[T ]0?0:00(?::00(?:\.0+)?)?Z?$/i;

/** The text of a date's cell without what programs add to it. Throws a usage failure that quotes it. */
export function dateText(text: string, header: string): string {
  if (ambiguous.test(text)) {
    throw usageFailure(`column "${header}" takes a date, not "${text}"`, {
      hint: 'Write dates as 2026-11-23, or delete the date columns from a file of updates (an update sends only the columns it has), or keep the file as .xlsx',
    });
  }
  const [, day] = moment.exec(text) ?? [];
  if (day === undefined) return text;
  if (midnight.test(text)) return day;
  throw usageFailure(`column "${header}" takes a date, not "${text}"`, {
    hint: `Leave out the time: ${day}`,
  });
}
