import { sep, win32 } from 'node:path';
import { usageFailure } from '../failure';

/** With any ending: Windows 10 takes `aux.csv` for the device too. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/** The reason why Windows makes no file of this name, or one of another; undefined if it does. */
export function windowsRefusal(path: string): string | undefined {
  if (/^[\\/]{2}\.[\\/]/.test(path)) return 'it names a device';
  const parts = path.slice(win32.parse(path).root.length).split(/[\\/]+/);
  for (const part of parts.filter((part) => !['', '.', '..'].includes(part))) {
    if (device.test(part)) return `"${part}" is the name of a device`;
    const [character] = /[<>:"|?*]/.exec(part) ?? [];
    if (character !== undefined) return `a name can't contain ${character}`;
    if (/[. ]$/.test(part)) return `"${part}" ends with a ${part.endsWith('.') ? 'dot' : 'space'}`;
  }
  return undefined;
}

/** On Windows, throws exit 2 for a name that a file to be written can't have. */
export function checkFileName(path: string, hint: string): void {
  const why = sep === win32.sep ? windowsRefusal(path) : undefined;
  if (why !== undefined) throw usageFailure(`Windows can't write ${path}: ${why}`, { hint });
}
