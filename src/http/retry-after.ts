/** An HTTP-date begins with its weekday (RFC 9110, 5.6.7); `Date.parse` alone would read too much. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

function readDate(text: string | undefined): number | undefined {
  if (text === undefined || !httpDate.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Milliseconds that `Retry-After` asks for (RFC 9110, 10.2.3), undefined where it is missing or
 * neither digits nor a date. A date is measured against the answer's own `Date`, since the two
 * clocks need not agree; `now` stands in where there is none. A moment past is 0.
 */
export function retryAfter(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  const text = headers['retry-after']?.trim();
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = readDate(text);
  if (until === undefined) return undefined;
  return Math.max(0, until - (readDate(headers.date) ?? now));
}
