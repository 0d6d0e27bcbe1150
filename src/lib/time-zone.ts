/** A file of the system's zones: `/usr/share/zoneinfo/America/New_York`. */
const zoneFile = /\/zoneinfo\/(?:posix\/|right\/)?([\w+-]+(?:\/[\w+-]+)*)$/;

/** `EST5`, `<-05>5`: a fixed offset in hours west of Greenwich (POSIX.1-2017, 8.3). */
const fixedOffset = /^(?:[A-Za-z]{3,}|<[A-Za-z\d+-]{3,}>)([+-]?\d{1,2})$/;

/**
 * The zone's name for a form of `TZ` that a JavaScript runtime may take for UTC, so that today is the user's
 * day: a file of a zone, or a fixed offset. `linkAt` returns where a link points, if there is one.
 */
export function zoneName(variable: string, linkAt: (path: string) => string | undefined) {
  const text = variable.replace(/^:/, '');
  if (text.startsWith('/')) {
    return (zoneFile.exec(text) ?? zoneFile.exec(linkAt(text) ?? ''))?.[1];
  }
  const [, hours] = fixedOffset.exec(text) ?? [];
  const west = Number(hours);
  if (hours === undefined || west < -14 || west > 12) return undefined;
  // The names count like POSIX: Etc/GMT+5 is west of Greenwich.
  return west === 0 ? 'Etc/UTC' : `Etc/GMT${west > 0 ? '+' : ''}${west}`;
}

const utcName = /^:?(etc\/)?(utc|gmt|uct|universal|zulu|greenwich)([+-]?0)?$/i;

/** True if the runtime takes a `TZ` for UTC that means something else: a POSIX rule, an unknown name. */
export function isMistakenZone(variable: string): boolean {
  if (variable === '' || utcName.test(variable)) return false;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return ['', 'UTC', 'Etc/Unknown'].includes(timeZone ?? '');
}
