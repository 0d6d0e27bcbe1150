import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { check } from '../support/documents';
import { program, projectFolder } from '../support/project';

type Values = Readonly<Record<string, unknown>>;

/** What a tool returned: its one text, as JSON. */
export interface Returned {
  readonly isError: boolean;
  readonly text: string;
  readonly value: Readonly<Record<string, never>> & { readonly [name: string]: unknown };
}

interface Options {
  readonly env: Readonly<Record<string, string>>;
  /** Flags and the command. */
  readonly words?: readonly string[];
}

export const bareEnvironment = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };

/** Checks that a result has what its command prints, as the command's schema says. */
function checkResult(tool: string, values: Values, result: Returned['value']): void {
  const { unit, note, notices, cut, ...own } = result;
  const { asOf, complete, ...rows } = own;
  const printed: Readonly<Record<string, readonly [schema: string, document: unknown]>> = {
    report: [`report-${values.name}`, own],
    query: ['query', rows.rows],
    tables: ['query', rows.rows],
    changes: ['changes', rows.rows],
    order: ['platform' in Object(rows.order) ? 'giftcards-get' : 'orders-get', rows.order],
    sync: ['sync', { complete, ...rows }],
  };
  const [schema, document] = 'error' in own ? ['error', own] : (printed[tool] ?? ['', undefined]);
  check(schema, '', JSON.stringify(document));
}

/** A client that has started `waybill mcp` and is connected to it. */
export async function startClient({ env, words = ['--sandbox', 'mcp'] }: Options) {
  const transport = new StdioClientTransport({
    command: program.file,
    args: [...program.words, ...words],
    env: { ...bareEnvironment, ...env },
    stderr: 'pipe',
    cwd: projectFolder,
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  async function call(name: string, values: Values = {}): Promise<Returned> {
    const { content, isError } = await client.callTool({ name, arguments: values });
    const [first, ...others] = content;
    if (first?.type !== 'text' || others.length > 0) throw new Error('Not one text');
    const value = JSON.parse(first.text);
    checkResult(name, values, value);
    return { isError: isError === true, text: first.text, value };
  }
  return { client, call, pid: () => transport.pid ?? 0, stderr: () => stderr };
}

/** The processes that a process has started and that still run. */
export function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** A server to which a test writes lines itself. */
export function startServer({ env, words = ['--sandbox', 'mcp'] }: Options) {
  const child: ChildProcess = spawn(program.file, [...program.words, ...words], {
    env: { ...bareEnvironment, ...env },
    cwd: projectFolder,
  });
  const received: { id?: unknown; result?: unknown; error?: { code: number } }[] = [];
  let waiting = () => {};
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    received.push(JSON.parse(line));
    waiting();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    received,
    ended,
    send: (message: unknown) => {
      const line = typeof message === 'string' ? message : JSON.stringify(message);
      child.stdin?.write(`${line}\n`);
    },
    /** The response to the request with this id. */
    response: async (id: unknown) => {
      for (;;) {
        const found = received.find((one) => one.id === id);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          waiting = resolve;
        });
      }
    },
  };
}

/** The first messages of a connection. */
export const opening = [
  {
    jsonrpc: '2.0',
    id: 'opening',
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];

export const toolCall = (id: unknown, name: string, values: Values = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: values },
});

/** A query that would take years. */
export const endless =
  'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n';
