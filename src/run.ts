import type { GlobalFlags } from './command/global-flags';
import { parse } from './command/parse';
import { type Context, createContext } from './context';
import { type Ending, exitCodes, worstEnding } from './exit-codes';
import type { Failure } from './failure';
import { asFailure, errorReport } from './output/error-report';
import { wantsColor } from './output/options';
import { noPaint } from './output/paint';
import { Screen } from './output/screen';
import { Sink } from './output/sink';
import { typedPresentation } from './output/typed-flags';
import { findCommand } from './program';
import { guardStreams } from './secrets/guard';
import { Redactor } from './secrets/redactor';
import { emptyConfig } from './settings/config-file';
import { resolveSettings } from './settings/resolve';
import { version } from './version';
import type { World } from './world';

/** One run on its way: what stands once the command line has been read. */
interface Run {
  readonly world: World;
  readonly redactor: Redactor;
  readonly sink: Sink;
  readonly screen: Screen;
  context?: Context;
}

async function perform(run: Run): Promise<Ending> {
  const { world, sink } = run;
  const request = await findCommand(world.arguments);
  const parsed = parse(request);
  if (parsed.wants === 'version') {
    await sink.write(`${version}\n`);
    return 'done';
  }
  if (parsed.wants === 'help') {
    const { helpFor } = await import('./command/help');
    await sink.write(await helpFor(request, { width: world.stdout.columns }));
    return 'done';
  }
  run.context = createContext({ ...run, globals: parsed.globals });
  const input = { arguments: parsed.arguments as never, flags: parsed.flags as never };
  return (await parsed.command.run(input, run.context)) ?? 'done';
}

type Presentation = Pick<GlobalFlags, 'output' | 'color' | 'debug'>;

/** How an error is told, however early it came: by the settings, or else by the words as typed. */
function presentation({ world, context }: Run): Presentation {
  const typed = typedPresentation(world.arguments);
  const inputs = { flags: typed as GlobalFlags, env: world.env, stdinIsTerminal: false };
  const readings = [
    () => context?.settings(),
    () => resolveSettings({ ...inputs, config: emptyConfig }),
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

async function report(failure: Failure, run: Run): Promise<void> {
  const { stderr, env } = run.world;
  const { output = 'table', color = 'auto', debug } = presentation(run);
  const paint = wantsColor(color, stderr, env)
    ? await (await import('./output/color')).colorPaint()
    : noPaint;
  run.screen.clear();
  stderr.write(errorReport(failure, { format: output, debug, paint }));
}

/** Runs one command line to its exit code: the single catch of the whole program. */
export async function run(world: World): Promise<number> {
  const redactor = new Redactor();
  guardStreams(world, redactor);
  // Who reads the notices is free to go away; the work is worth finishing without.
  world.stderr.on('error', () => {});
  const { stdout, stderr, interruption } = world;
  const screen = new Screen(stderr);
  const sink = new Sink(stdout, { screen, interruption });
  const run: Run = { world, redactor, sink, screen };
  const endings: Ending[] = [];
  const attempt = async (work: () => Promise<Ending>) => {
    try {
      endings.push(await work());
    } catch (error) {
      const failure = asFailure(error);
      endings.push(failure.ending);
      await report(failure, run);
    }
  };
  await attempt(() => perform(run));
  await attempt(() => sink.flush().then(() => 'done'));
  return exitCodes[worstEnding(endings)].code;
}
