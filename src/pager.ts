import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Pager, World } from './world';

/** The pager's command line: the user's choice, or else `less`. */
function commandOf({ env, platform }: Pick<World, 'env' | 'platform'>) {
  if (env.TERM === 'dumb' || platform === 'win32') return undefined;
  const command = (env.WAYBILL_PAGER ?? env.PAGER ?? 'less').trim();
  const [program = ''] = command.split(/\s/);
  if (command === '' || program === 'cat') return undefined;
  // A missing pager would swallow the output.
  const folders = program.includes('/') ? [''] : (env.PATH ?? '').split(':');
  const isThere = folders.some((folder) => {
    try {
      accessSync(folder === '' ? program : `${folder}/${program}`, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  return isThere ? command : undefined;
}

/** The pager of a terminal; undefined if none is wanted or installed. `redirect` sends output into it. */
export function openPager(
  world: Pick<World, 'env' | 'platform'>,
  redirect: (to: Writable | undefined) => void,
): Pager | undefined {
  const command = commandOf(world);
  if (command === undefined) return undefined;
  let running: { readonly stdin: Writable; readonly closed: Promise<void> } | undefined;
  return {
    start() {
      const child = spawn(command, {
        shell: true,
        stdio: ['pipe', 'inherit', 'inherit'],
        // As git and gh do: keep colors, and don't clear the screen.
        env: { LESS: 'FRX', LV: '-c', ...world.env },
      });
      // Errors reach the writer; quitting the pager early is not one.
      child.stdin.on('error', () => {});
      // From the start: it may have ended long before the output does.
      const closed = new Promise<void>((resolve) => {
        child.on('close', () => resolve()).on('error', () => resolve());
      });
      running = { stdin: child.stdin, closed };
      redirect(child.stdin);
    },
    async end() {
      running?.stdin.end();
      await running?.closed;
      redirect(undefined);
    },
  };
}
