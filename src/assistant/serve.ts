import { Readable, Writable } from 'node:stream';
import { ProtocolError, Server, type Tool } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '../version';
import { type World, workDone } from '../world';

/** Bytes of a message. */
const longest = 1024 * 1024;

/** Cuts longer lines, which are then no JSON: for the library they would end the connection. */
async function* withoutLongLines(stdin: Readable) {
  let length = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk).toString('latin1');
    for (const piece of bytes.split(/(?<=\n)/)) {
      const isEnd = piece.endsWith('\n');
      length += piece.length;
      if (length <= longest) yield Buffer.from(piece, 'latin1');
      else if (isEnd) yield Buffer.from('\n');
      if (isEnd) length = 0;
    }
  }
}

/** Serves the tools on standard input and output until the client or a signal ends it. */
export async function serveTools<T extends Tool>(
  { stdin, stdout, interruption }: World,
  instructions: string,
  tools: readonly T[],
  call: (
    tool: T,
    values: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<{ readonly text: string; readonly isError: boolean }>,
): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort(workDone);
  const ended = new Promise((resolve) => over.signal.addEventListener('abort', resolve));
  interruption.addEventListener('abort', end);
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
      const signal = AbortSignal.any([mcpReq.signal, over.signal]);
      const { text, isError } = await call(tool, params.arguments ?? {}, signal);
      return { content: [{ type: 'text', text }], isError };
    });
    return server;
  };
  const transport = new StdioServerTransport(input, output);
  const connection = serveStdio(createServer, { transport });
  if (!interruption.aborted) await ended;
  await connection.close();
  stdin.destroy();
  interruption.throwIfAborted();
}
