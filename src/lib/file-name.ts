import { hash } from 'node:crypto';
import { sep, win32 } from 'node:path';
import { usageFailure } from '../failure';

/** With any ending: Windows 10 takes `aux.csv` for the device too. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/** Why Windows makes no file of this name, or one of another name; undefined if it does. */
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

const hashed = (text: string) => hash('sha1', text, 'hex');

/** The name, or its hash: with an ending, some file system would not take a longer one. */
export function shortName(name: string): string {
  return Buffer.byteLength(name) <= 200 ? name : hashed(name);
}

/** The name of waybill's own file for a text of the account, which may be long or a device's name. */
export function fileNameFor(text: string, onWindows = sep === win32.sep): string {
  const name = encodeURIComponent(text);
  return onWindows && windowsRefusal(name) !== undefined ? hashed(name) : shortName(name);
}

/** On Windows, throws exit 2 for a name that a file to be written can't have. */
export function checkFileName(path: string, hint: string): void {
  const why = sep === win32.sep ? windowsRefusal(path) : undefined;
  if (why !== undefined) throw usageFailure(`Windows can't write ${path}: ${why}`, { hint });
}
