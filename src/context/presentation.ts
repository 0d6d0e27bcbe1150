import type { CommandLine } from '../cli/command-line';
import { exitCodes } from '../exit-codes';
import { Failure } from '../failure';
import { errorReport } from '../output/error-report';
import { type Paint, paintOf, wantsColor } from '../output/options';
import type { Screen } from '../output/screen';
import { mask, type Redactor } from '../secrets/secret';
import { settingOrDefault } from '../settings/resolve';
import type { World } from '../world';
import { inputsAtAnyTime } from './create-context';

/** The part of a run that is known at any time: the world, and as much of the line as was parsed. */
interface Beginning {
  readonly world: World;
  readonly line: () => CommandLine;
}

/** The colors for stdout, as the command line and the settings say, if they can be read. */
export async function stdoutPaint({ world, line }: Beginning): Promise<Paint> {
  const inputs = inputsAtAnyTime(world, line().globals);
  return paintOf(wantsColor(settingOrDefault('color', inputs), world.stdout, world.env));
}

/** Reports on stderr what went wrong, in the format and colors that the user asked for. */
export async function reportFailure(
  failure: Failure,
  { world, line, screen, redactor }: Beginning & { screen: Screen; redactor: Redactor },
): Promise<void> {
  const { stderr, stderrIsTerminal, env } = world;
  const inputs = inputsAtAnyTime(world, line().globals);
  const paint = await paintOf(wantsColor(settingOrDefault('color', inputs), stderr, env));
  const format = settingOrDefault('output', inputs);
  screen.clear();
  const debug = settingOrDefault('debug', inputs);
  const width = stderrIsTerminal ? stderr.columns || undefined : undefined;
  const reportOf = (one: Failure) => errorReport(one, { format, debug, paint, width });
  const report = reportOf(failure);
  const isHidden = redactor.clean(report) === mask;
  const { ending, code } = failure;
  // A report of which nothing may be shown still says how the run ended.
  const bare = new Failure({ ending, code, message: exitCodes[ending].meaning });
  stderr.write(isHidden ? reportOf(bare) : report);
}
