import { spawn } from 'node:child_process';
import { Failure, usageFailure } from '../failure';
import { isObject, isTooDeep, parseJson, whyNotJson } from '../lib/json';
import { inTime } from '../lib/once';
import { textIn } from '../lib/text-file';
import { Secret } from '../secrets/secret';
import type { World } from '../world';

/** Seconds: a password manager may prompt its user first, but a cron job must not hang forever. */
const patience = 60;
/** Two credentials take some hundred bytes: a command that prints more is the wrong one. */
const longestOutput = 64 * 1024;

interface CommandResult {
  readonly stdout?: Buffer;
  /** The fault, as the rest of "The credentialCommand of profile x …". */
  readonly problem?: string;
}

/**
 * Runs the command in the user's shell. Its stderr is waybill's and never read; its stdin is closed, since
 * waybill's may carry a file. If it doesn't end by itself, everything that it started is ended with it: away
 * from a terminal as a group of its own. At a terminal it has to stay in waybill's group, or it could not ask
 * the user anything; Ctrl-C ends that group.
 */
function execute(command: string, world: World): Promise<CommandResult> {
  const { processes, platform, stdinIsTerminal } = world;
  const isGroup = platform !== 'win32' && !stdinIsTerminal;
  const child = spawn(command, {
    shell: true,
    detached: isGroup,
    env: world.env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let isOver = false;
  const outcome = new Promise<CommandResult>((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > longestOutput) resolve({ problem: 'printed too much' });
      else chunks.push(chunk);
    });
    child.once('error', () => resolve({ problem: 'could not be started' }));
    child.once('close', (code, signal) => {
      isOver = true;
      if (code === 0) resolve({ stdout: Buffer.concat(chunks) });
      else resolve({ problem: `ended with ${signal ?? `exit code ${code}`}` });
    });
  });
  const late = { problem: `did not finish within ${patience} seconds` };
  return inTime(outcome, { seconds: patience, late }, world).finally(() => {
    child.stdout.destroy();
    // The shell may have ended before what it started.
    if (isOver || child.pid === undefined) return;
    if (isGroup) processes.endGroup(child.pid);
    else child.kill();
  });
}

/** `{"apiKey","apiSecret"}`; any other output is never quoted, since it may be a secret. */
function readPair(stdout: Buffer, profile: string) {
  const name = `The output of the credentialCommand of profile "${profile}"`;
  const text = textIn(stdout, name, 'latin1');
  let printed: unknown;
  try {
    printed = parseJson(text);
  } catch (error) {
    if (!isTooDeep(error)) return undefined;
    throw usageFailure(`${name} ${whyNotJson(error)}`);
  }
  const { apiKey, apiSecret } = isObject(printed) ? printed : {};
  if (typeof apiKey !== 'string' || typeof apiSecret !== 'string') return undefined;
  return { apiKey, apiSecret: new Secret(apiSecret) };
}

/** Runs a profile's `credentialCommand`. Throws exit 4 if it prints none, exit 2 if it can't be read. */
export async function runCredentialCommand(command: string, profile: string, world: World) {
  const failed = (problem: string, hint: string) =>
    new Failure({
      ending: 'unauthorized',
      code: 'credential_command_failed',
      message: `The credentialCommand of profile "${profile}" ${problem}`,
      hint,
    });
  const { stdout = Buffer.alloc(0), problem } = await execute(command, world);
  if (problem !== undefined) {
    throw failed(
      problem,
      'If it wrote messages, they are above. To see more, run the command yourself.',
    );
  }
  const pair = readPair(stdout, profile);
  if (pair === undefined) {
    throw failed(
      'did not print {"apiKey","apiSecret"} as JSON',
      'To see its output, run the command yourself; waybill does not show it.',
    );
  }
  return pair;
}
