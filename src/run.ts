import { closeSync, openSync } from 'node:fs';
import { CommandLine } from './cli/command-line';
import { refuseDryRun } from './cli/global-flags';
import { nouns } from './commands/tree';
import type { Context } from './context/context';
import { createContext, type RunParts } from './context/create-context';
import { reportFailure, stdoutPaint } from './context/presentation';
import { type Ending, exitCodes, worstEnding } from './exit-codes';
import { type Failure, fileLimitFailure } from './failure';
import { once } from './lib/once';
import { afterSending, asFailure } from './output/error-report';
import { Screen } from './output/screen';
import { Sink } from './output/sink';
import { guardStreams, Redactor, secretsIn } from './secrets/secret';
import { version } from './version';
import { type World, workDone } from './world';

interface Run extends Omit<RunParts, 'globals'> {
  /** Made when it is needed: completion reads a different line. */
  readonly line: () => CommandLine;
  context?: Context;
}

/** Files of one run besides Node's own: connections, a database, a job and its results. */
const filesOfARun = 20;

/** Throws exit 14 if a run can't open enough files: the database's library would end the whole program. */
function demandFiles(): void {
  const open: number[] = [];
  try {
    while (open.length < filesOfARun) open.push(openSync('/dev/null', 'r'));
  } catch (error) {
    const failure = fileLimitFailure(error);
    if (failure !== undefined) throw failure;
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}

/** Runs what the line asks for; returns the ending if it is not `done`. */
async function perform(run: Run): Promise<Ending | undefined | void> {
  const { world, sink } = run;
  const [first, second, ...words] = world.arguments;
  // The completion scripts call this at every press of the tab key: prepare nothing else for it.
  if (first === 'complete' && second === '--') {
    const { complete } = await import('./commands/completion/complete');
    return sink.write(await complete(words, nouns, world));
  }
  const request = await run.line().read();
  if (request.kind === 'version') return sink.write(`${version}\n`);
  if (request.kind === 'help' && request.isJson) {
    const { helpDocument } = await import('./commands/help/help-json');
    return sink.write(`${JSON.stringify(await helpDocument(request.about, nouns), null, 2)}\n`);
  }
  if (request.kind === 'help') {
    const { heading } = await stdoutPaint(run);
    const page = await request.page({ width: world.stdout.columns, heading });
    return sink.held(() => sink.write(page));
  }
  demandFiles();
  const context = createContext({ ...run, globals: request.globals });
  run.context = context;
  try {
    if (request.kind === 'overview') {
      const { overview } = await import('./commands/report/morning');
      return await overview(context, Object.keys(nouns));
    }
    const { command, input } = request;
    if (command.refusesDryRun) refuseDryRun(context);
    return await command.run(input as never, context);
  } catch (error) {
    throw await context.explain(error);
  }
}

/** The failure of a run whose command line had a secret: `ps` shows it, and so does the shell's history. */
function withAdvice(failure: Failure): Failure {
  const advice = 'Others can see a secret on the command line: replace it with a new one.';
  return failure.with({ hint: [advice, failure.hint].filter(Boolean).join(' ') });
}

/** Milliseconds that a run may take to end after a signal before it prints a message. */
const patience = 1000;

/** An interrupted run finishes requests in progress; if that takes a while, say so. */
async function sayWhenSlow({ world, screen, context }: Run, over: AbortSignal): Promise<void> {
  try {
    await world.sleep(patience, over);
    if (context?.globals.quiet !== true) {
      screen.line('Finishing requests in progress. Interrupt again to stop immediately.');
    }
  } catch {
    // The run ended first.
  }
}

/** Runs one command line: the single catch. `stray` rejects with errors outside an awaited promise, bugs. */
export async function run(outer: World, stray: Promise<never>): Promise<number> {
  const redactor = new Redactor();
  const world = guardStreams(outer, redactor);
  // Known from the start: an error may occur before the credentials are read.
  redactor.add(world.env.WAYBILL_API_KEY ?? '');
  redactor.add(world.env.WAYBILL_API_SECRET ?? '');
  const exposed = secretsIn(world.arguments);
  for (const secret of exposed) redactor.add(secret);
  const { interruption } = world;
  const screen = new Screen(
    () => world.stderr,
    () => world.stderrIsTerminal,
  );
  let hasChanged = false;
  const onChange = () => {
    hasChanged = true;
  };
  // A user who repeats the command would make a second order.
  const remark = () =>
    hasChanged ? 'The service has already carried out what was sent.' : undefined;
  const sink = new Sink(world.stdout, { screen, interruption, remark });
  const line = once(() => new CommandLine(world.arguments, nouns));
  const run: Run = { world, redactor, sink, screen, onChange, line };
  const over = new AbortController();
  interruption.addEventListener('abort', () => sayWhenSlow(run, over.signal));
  const endings: Ending[] = [];
  const attempt = async (work: () => ReturnType<typeof perform>) => {
    try {
      endings.push((await work()) ?? 'done');
    } catch (error) {
      const ended = hasChanged ? afterSending(asFailure(error)) : asFailure(error);
      const failure = exposed.length > 0 ? withAdvice(ended) : ended;
      endings.push(failure.ending);
      await reportFailure(failure, run);
    }
  };
  await attempt(() => Promise.race([perform(run), stray]));
  await attempt(() => sink.flush());
  await attempt(async () => run.context?.close());
  over.abort(workDone);
  return exitCodes[worstEnding(endings)].code;
}
