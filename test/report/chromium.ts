import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** One page of a headless Chromium, controlled through a pipe: no port, no package. */
export interface BrowserPage {
  open(file: string): Promise<void>;
  /** Width in CSS pixels, as on a phone or a desktop; `print` uses the print layout. */
  show(options: { width: number; scheme?: 'light' | 'dark'; print?: boolean }): Promise<void>;
  /** The value of an expression in the page, passed as JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** A picture of the whole page, or of its first pixels down to `height`. */
  picture(height?: number): Promise<Buffer>;
  pdf(): Promise<Buffer>;
  /** The addresses that the page requested, including its own. */
  readonly requested: readonly string[];
  close(): Promise<void>;
}

export async function openBrowser(): Promise<BrowserPage> {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-'));
  const child: ChildProcess = spawn(
    'chromium',
    [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
      ...['--remote-debugging-pipe', `--user-data-dir=${folder}`, 'about:blank'],
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const toBrowser = child.stdio[3] as Writable;
  const fromBrowser = child.stdio[4] as Readable;
  const requested: string[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  let text = '';
  fromBrowser.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (text + chunk).split('\0');
    text = messages.pop() ?? '';
    for (const one of messages) {
      const message: Message = JSON.parse(one);
      if (message.id !== undefined) waiting.get(message.id)?.(message);
      else for (const listener of listeners) listener(message);
    }
  });
  let last = 0;
  let sessionId: unknown;
  let shown = 800;
  const send = async (method: string, params: object = {}) => {
    const id = ++last;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { result = {}, error } = await answer;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  ({ sessionId } = await send('Target.attachToTarget', { targetId, flatten: true }));
  listeners.add(({ method, params }) => {
    if (method !== 'Network.requestWillBeSent' || params === undefined) return;
    requested.push((params.request as { url: string }).url);
  });
  for (const domain of ['Page', 'Network', 'Runtime']) await send(`${domain}.enable`);
  const evaluate = async <T>(expression: string) => {
    const given = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await send('Runtime.evaluate', given);
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: T }).value;
  };
  return {
    requested,
    evaluate,
    open: async (file) => {
      const loaded = new Promise<void>((resolve) =>
        listeners.add(({ method }) => {
          if (method === 'Page.loadEventFired') resolve();
        }),
      );
      await send('Page.navigate', { url: `file://${file}` });
      await loaded;
    },
    show: async ({ width, scheme = 'light', print = false }) => {
      shown = width;
      await send('Emulation.setDeviceMetricsOverride', {
        ...{ width, height: 800, deviceScaleFactor: 1, mobile: width < 600 },
      });
      await send('Emulation.setEmulatedMedia', {
        media: print ? 'print' : '',
        features: [{ name: 'prefers-color-scheme', value: scheme }],
      });
    },
    picture: async (height) => {
      const clip = height && { x: 0, y: 0, width: shown, height, scale: 1 };
      const options = { captureBeyondViewport: true, ...(clip && { clip }) };
      const { data } = await send('Page.captureScreenshot', options);
      return Buffer.from(String(data), 'base64');
    },
    pdf: async () => {
      const { data } = await send('Page.printToPDF', { preferCSSPageSize: true });
      return Buffer.from(String(data), 'base64');
    },
    close: async () => {
      const ended = once(child, 'exit');
      sessionId = undefined;
      void send('Browser.close');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
