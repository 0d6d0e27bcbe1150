import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { once } from '../lib/once';
import type { ProcessMarks } from '../world';

/** The start of a process, to the second; empty if it has ended, or can't be looked up. */
function startFromPs(id: number): Promise<string> {
  const words = ['-o', 'stat=', '-o', 'lstart=', '-p', `${id}`];
  return new Promise((resolve) => {
    execFile('/bin/ps', words, { env: { LC_ALL: 'C', TZ: 'UTC' } }, (_, printed) => {
      const [state = '', start = ''] = printed.trim().split(/ (.*)/);
      // Its parent has not asked for it yet.
      resolve(state.startsWith('Z') ? '' : start.trim());
    });
  });
}

const startTimes: ProcessMarks = {
  own: startFromPs,
  isAlive: async (id, mark) => (await startFromPs(id)) === mark,
};

/** A name that no other process can have or keep: Windows removes a pipe with its process. */
const pipeNamed = (mark: string) => `\\\\.\\pipe\\waybill-${mark}`;

const openPipe = once(async () => {
  const mark = randomUUID();
  await new Promise<void>((resolve, reject) => {
    const server = createServer((connection) => connection.destroy());
    server.on('error', reject).listen(pipeNamed(mark), () => {
      server.unref();
      resolve();
    });
  });
  return mark;
});

const pipes: ProcessMarks = {
  own: openPipe,
  isAlive: (_, mark) =>
    new Promise((resolve) => {
      const pipe = connect(pipeNamed(mark), () => {
        pipe.destroy();
        resolve(true);
      });
      pipe.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ENOENT'));
    }),
};

/** For systems where no file says when a process started. */
export const marksOn = (platform: string) => (platform === 'win32' ? pipes : startTimes);
