import { commandHelp, nounHelp, programHelp } from './command/help';
import { parse, toCommander } from './command/parse';
import { nouns } from './commands/nouns';
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
  const print = (text: string) => void world.stdout.write(text);
  if (request.kind === 'program') {
    print(programHelp(nouns));
    return 'done';
  }
  if (request.kind === 'noun') {
    print(nounHelp(request.name, request.noun));
    return 'done';
  }
  const { words, summary, command, rest } = request;
  const parsed = parse(words, summary, command, rest);
  if (parsed === undefined) {
    print(commandHelp(toCommander(words, summary, command), command, world.stdout.columns));
    return 'done';
  }
  const context = createContext(world, parsed.globals, redactor);
  const input = { arguments: parsed.arguments as never, flags: parsed.flags as never };
  return (await command.run(input, context)) ?? 'done';
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
