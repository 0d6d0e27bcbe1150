import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { ProtocolError, Server, type Tool } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '../version';
import { type World, workDone } from '../world';

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
