import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { ProtocolError, Server, type Tool } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import pLimit from 'p-limit';
import { version } from '../version';
import { serverVariable, type World, workDone } from '../world';

/** Bytes of a message. */
const longest = 1024 * 1024;

/** Breaks longer lines by NULs, which no JSON has: for the library they would end the connection. */
async function* withoutLongLines(stdin: Readable) {
  let length = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    const end = bytes.lastIndexOf('\n');
    length = end === -1 ? length + bytes.length : bytes.length - end - 1;
    yield end !== -1 || length <= longest ? bytes : Buffer.alloc(1);
  }
}

export interface ServedTool extends Tool {
  call(
    values: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly isError: boolean }>;
}

/** Serves the tools on standard input and output until the client or a signal ends it. */
export async function serveTools(
  { stdin, stdout, interruption, abandonWork }: World,
  instructions: string,
  tools: readonly ServedTool[],
): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort(workDone);
  const ending = AbortSignal.any([interruption, over.signal]);
  const input = Readable.from(withoutLongLines(stdin)).on('end', end).on('error', end);
  const write: Writable['_write'] = (text, _encoding, done) => stdout.write(text, done);
  const output = new Writable({ decodeStrings: false, write }).on('error', end);
  const createServer = () => {
    const options = { capabilities: { tools: {} }, instructions };
    const server = new Server({ name: 'waybill', version }, options);
    server.setRequestHandler('tools/list', () => ({ tools: [...tools] }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const tool = tools.find(({ name }) => name === params.name);
      if (tool === undefined) throw new ProtocolError(-32602, 'Unknown tool');
      const signal = AbortSignal.any([mcpReq.signal, ending]);
      const { text, isError } = await tool.call(params.arguments ?? {}, signal);
      return { content: [{ type: 'text', text }], isError };
    });
    return server;
  };
  const transport = new StdioServerTransport(input, output);
  const connection = serveStdio(createServer, { transport });
  if (!ending.aborted) await once(ending, 'abort');
  // A client that is gone reads no response, and one that has stopped reading would be waited for.
  abandonWork();
  // It is not waited for, so that its failure must not end the run as a bug.
  connection.close().catch(() => {});
  stdin.destroy();
  interruption.throwIfAborted();
}

/** Bytes of a command's output: a report of every order in a large account has 60 MB. */
const maxBuffer = 256 * 1024 * 1024;
/** However many calls a client makes at the same time. */
const inTurn = pLimit(4);

/** `code` is the exit code, or what Node calls the reason why there is none. */
export type Printed = Readonly<Record<'stdout' | 'stderr', string>> & { readonly code: unknown };

/** Runs a command in a process of its own, since SQLite may not notice that it is to stop. May reject. */
export function runCommand(
  { program: [program, ...before], env, processes }: World,
  words: readonly string[],
  { input, ...ending }: { input: string; signal: AbortSignal; killSignal: 'SIGKILL' | 'SIGTERM' },
): Promise<Printed> {
  // On Windows a program without a console would open one for each command.
  const served = { ...env, [serverVariable]: String(processes.own) };
  const options = { env: served, maxBuffer, windowsHide: true, ...ending };
  const start = () =>
    new Promise<Printed>((resolve) => {
      const child = execFile(program, [...before, ...words], options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
      );
      // A command may end without reading its input.
      child.stdin?.on('error', () => {}).end(input);
    });
  return inTurn(start);
}
