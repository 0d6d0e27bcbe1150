import type { GlobalFlags } from './command/global-flags';
import type { Context } from './context';
import type { Failure } from './failure';
import { errorReport } from './output/error-report';
import { wantsColor } from './output/options';
import { noPaint } from './output/paint';
import type { Screen } from './output/screen';
import { typedPresentation } from './output/typed-flags';
import { type Config, emptyConfig, readConfig } from './settings/config-file';
import { filePaths } from './settings/paths';
import { resolveSettings } from './settings/resolve';
import type { World } from './world';

interface Teller {
  readonly world: World;
  readonly screen: Screen;
  /** Undefined where the command line could not be read. */
  readonly context?: Context;
}

type Presentation = Pick<GlobalFlags, 'output' | 'color' | 'debug'>;

/** How an error is told, however early it came: by the settings, or else by the words as typed. */
function presentation({ world, context }: Teller): Presentation {
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
      // That the settings are wrong is the error that is being told.
    }
  }
  return typed;
}

/** Tells on stderr what went wrong, in the format and the colours that the user asked for. */
export async function tellFailure(failure: Failure, teller: Teller): Promise<void> {
  const { stderr, env } = teller.world;
  const { output = 'table', color = 'auto', debug } = presentation(teller);
  const paint = wantsColor(color, stderr, env)
    ? await (await import('./output/color')).colorPaint()
    : noPaint;
  teller.screen.clear();
  stderr.write(errorReport(failure, { format: output, debug, paint }));
}
