import { parse } from './command/parse';
import { createContext } from './context';
import { type Ending, exitCodes } from './exit-codes';
import { Failure } from './failure';
import { findCommand } from './program';
import { guardStreams } from './secrets/guard';
import { Redactor } from './secrets/redactor';
import { bugsUrl, version } from './version';
import { Interruption, type World } from './world';

async function perform(world: World, redactor: Redactor): Promise<Ending> {
  const request = await findCommand(world.arguments);
  const parsed = parse(request);
  if (parsed.wants === 'version') {
    world.stdout.write(`${version}\n`);
    return 'done';
  }
  if (parsed.wants === 'help') {
    const { helpFor } = await import('./command/help');
    world.stdout.write(await helpFor(request, { width: world.stdout.columns }));
    return 'done';
  }
  const context = createContext(world, parsed.globals, redactor);
  const input = { arguments: parsed.arguments as never, flags: parsed.flags as never };
  return (await parsed.command.run(input, context)) ?? 'done';
}

/** Runs one command line to its exit code: the single catch of the whole program. */
export async function run(world: World): Promise<number> {
  const redactor = new Redactor();
  guardStreams(world, redactor);
  try {
    return exitCodes[await perform(world, redactor)].code;
  } catch (error) {
    if (error instanceof Interruption) {
      return exitCodes[error.signal === 'SIGINT' ? 'interrupted' : 'terminated'].code;
    }
    if (error instanceof Failure) {
      world.stderr.write(`${error.message}\n${error.hint === undefined ? '' : `${error.hint}\n`}`);
      return error.exitCode;
    }
    world.stderr.write(`This is a bug in waybill ${version}. Please report it to ${bugsUrl}.\n`);
    return exitCodes.bug.code;
  }
}
