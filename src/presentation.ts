import type { GlobalFlags } from './cli/global-flags';
import type { Context } from './context';
import { wantsColor } from './output/options';
import { colorPaint, noPaint, type Paint } from './output/paint';
import { typedPresentation } from './output/typed-flags';
import { type Config, emptyConfig, readConfig } from './settings/config-file';
import { filePaths } from './settings/paths';
import { resolveSettings } from './settings/resolve';
import type { Terminal, World } from './world';

/** Whoever prints beside the results of a command: help, and what went wrong. */
export interface Teller {
  readonly world: World;
  /** Undefined where the command line could not be read, or was not. */
  readonly context?: Context;
}

type Presentation = Pick<GlobalFlags, 'output' | 'color' | 'debug'>;

/** How something is told, however early it comes: by the settings, or else by the words as typed. */
export function presentation({ world, context }: Teller): Presentation {
  const typed = typedPresentation(world.arguments);
  const { env, userId } = world;
  const by = (config: Config) =>
    resolveSettings({ flags: typed as GlobalFlags, env, config, stdinIsTerminal: false });
  const readings = [
    () => context?.settings(),
    () => by(readConfig(filePaths(world).configFile, { userId, notice: () => {} })),
    () => by(emptyConfig),
  ];
  for (const read of readings) {
    try {
      const settings = read();
      if (settings !== undefined) return settings;
    } catch {
      // That the settings are wrong is told where it matters.
    }
  }
  return typed;
}

/** The colours for one of the two output streams, or none; loaded only where there are some. */
export async function paintOn(stream: Terminal, teller: Teller): Promise<Paint> {
  const { color = 'auto' } = presentation(teller);
  if (!wantsColor(color, stream, teller.world.env)) return noPaint;
  return colorPaint();
}
