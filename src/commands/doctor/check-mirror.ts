import { existsSync } from 'node:fs';
import type { Context } from '../../context/context';
import { unlessItFails } from '../../lib/once';
import { type CheckResult, failed, ok } from './finding';

/** Opens the account's mirror if there is one; without it, reports create it when they need it. */
export async function checkMirror(context: Context): Promise<CheckResult[]> {
  // Whose mirror it would be is unknown without an account, which other checks report.
  const path = await unlessItFails(async () => (await context.mirror()).ownPath());
  if (path === undefined || !existsSync(path)) return [];
  try {
    const { probe } = await import('../../mirror/open');
    probe(path);
    return [ok('mirror', `${path} can be read`)];
  } catch (error) {
    return [failed('mirror', error)];
  }
}
