import type { CommandLine } from '../cli/command-line';
import { exitCodes } from '../exit-codes';
import { Failure } from '../failure';
import { errorReport } from '../output/error-report';
import { type Paint, paintOf, wantsColor } from '../output/options';
import type { Screen } from '../output/screen';
import { mask, type Redactor } from '../secrets/secret';
import { readConfigSoftly } from '../settings/config-file';
import { filePaths } from '../settings/paths';
import { settingOrDefault } from '../settings/resolve';
import type { World } from '../world';

/** The part of a run that is known at any time: the world, and as much of the line as was parsed. */
interface Beginning {
  readonly world: World;
  readonly line: () => CommandLine;
}

function inputsOf({ world, line }: Beginning) {
  return {
    flags: line().globals,
    env: world.env,
    config: readConfigSoftly(filePaths(world).configFile, world),
  };
}

/** The colors for stdout, as the command line and the settings say, if they can be read. */
export async function stdoutPaint(beginning: Beginning): Promise<Paint> {
  const { stdout, env } = beginning.world;
  return paintOf(wantsColor(settingOrDefault('color', inputsOf(beginning)), stdout, env));
}

/** Reports on stderr what went wrong, in the format and colors that the user asked for. */
export async function reportFailure(
  failure: Failure,
  beginning: Beginning & { readonly screen: Screen; readonly redactor: Redactor },
): Promise<void> {
  const { stderr, stderrIsTerminal, env } = beginning.world;
  const inputs = inputsOf(beginning);
  const paint = await paintOf(wantsColor(settingOrDefault('color', inputs), stderr, env));
  const format = settingOrDefault('output', inputs);
  beginning.screen.clear();
  const debug = settingOrDefault('debug', inputs);
  const width = stderrIsTerminal ? stderr.columns || undefined : undefined;
  const reportOf = (one: Failure) => errorReport(one, { format, debug, paint, width });
  const report = reportOf(failure);
  const isHidden = beginning.redactor.clean(report) === mask;
  const { ending, code } = failure;
  // A report of which nothing may be shown still says how the run ended.
  const bare = new Failure({ ending, code, message: exitCodes[ending].meaning });
  stderr.write(isHidden ? reportOf(bare) : report);
}
