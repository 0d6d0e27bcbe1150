import { hash } from 'node:crypto';
import { sep, win32 } from 'node:path';
import { windowsRefusal } from './file-name';

/** The name of waybill's own file for a text: a hash if it is a device's name or too long. */
export function fileNameFor(text: string, onWindows = sep === win32.sep): string {
  const name = encodeURIComponent(text);
  const isGood = name.length <= 200 && !(onWindows && windowsRefusal(name) !== undefined);
  return isGood ? name : hash('sha1', name, 'hex');
}
