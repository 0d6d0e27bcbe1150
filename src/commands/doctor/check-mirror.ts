import { existsSync } from 'node:fs';
import type { Context } from '../../context/context';
import { Failure } from '../../failure';
import { type CheckResult, failed, ok } from './finding';

/** Whose mirror it would be is unknown without an account, which other checks report. */
async function pathIfKnown(context: Context): Promise<string | undefined> {
  try {
    return await (await context.mirror()).ownPath();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Opens the account's mirror if there is one; without it, reports create it when they need it. */
export async function checkMirror(context: Context): Promise<CheckResult[]> {
  const path = await pathIfKnown(context);
  if (path === undefined || !existsSync(path)) return [];
  try {
    const { probe } = await import('../../mirror/open');
    probe(path);
    return [ok('mirror', `${path} can be read`)];
  } catch (error) {
    return [failed('mirror', error)];
  }
}
