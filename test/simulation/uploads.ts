import { dirname } from 'node:path';
import { createApi } from '../../src/api/api';
import type { Api } from '../../src/api/types';
import type { Disk, DiskFile } from '../../src/disk/disk';
import { Failure } from '../../src/failure';
import { TransportError } from '../../src/http/transport';
import { Secret } from '../../src/secrets/secret';
import type { UploadOutcome } from '../../src/upload/outcome';
import type { Upload } from '../../src/upload/upload';
import { Interruption } from '../../src/world';
import { quietParts } from '../support/quiet';
import { MemoryDisk } from '../upload/memory-disk';
import { Machine, Process } from './machine';
import { failure, json, ModelService, type Plain } from './model-service';
import { type Run, randomOf, type Scenario } from './scenario';
import { type Claim, createWork, shipmentsWork, updateWork, type Work } from './works';

/**
 * Uploads as they run, from their rows to their results, on a machine whose clock, disk, network and
 * processes are simulated. What must hold is checked while they run and after each of them.
 */
const secret = new Secret('sandbox_secret_b07d1e3f58a64c2e9f10c4d7a6');
const credentials = { current: async () => ({ apiKey: 'sandbox_key_5f2c', apiSecret: secret }) };
const baseUrl = 'https://simulated.invalid/api/v1';

const page = (status: number): Plain => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<html>Something went wrong</html>'),
});
const nothing = (status: number): Plain => ({ status, headers: {}, body: Buffer.alloc(0) });

interface Body {
  readonly data?: object;
  readonly pagination?: { totalCount: number };
}

/** A change of what a readable response says. */
const changed = (response: Plain, change: (body: Body) => void): Plain => {
  if (response.status >= 300) return response;
  const body = JSON.parse(Buffer.from(response.body).toString());
  change(body);
  return json(response.status, body);
};
const ofPage = (change: (data: unknown[], pagination: { totalCount: number }) => void) => {
  return (response: Plain) =>
    changed(response, ({ data, pagination }) => {
      if (Array.isArray(data) && pagination) change(data, pagination);
    });
};

/** What comes instead of a response, without the request's effect. */
const instead: Readonly<Record<string, (machine: Machine) => Plain>> = {
  limited: () => json(429, {}, { 'retry-after': '2' }),
  'limited bare': () => json(429, {}),
  'limited by date': ({ clock }) =>
    json(429, {}, { 'retry-after': new Date(clock.now() + 4000).toUTCString() }),
  refused: () => failure(503, 'unavailable'),
  'failed before': () => failure(500, 'internal_error'),
  'page before': () => page(502),
  unauthorized: () => failure(401, 'unauthorized'),
  'no plan': () => failure(403, 'plan_required'),
  'other page': () => page(404),
  'bad request': () => failure(400, 'bad_request'),
};
/** What becomes of the response. */
const after: Readonly<Record<string, (response: Plain) => Plain>> = {
  'failed after': () => failure(500, 'internal_error'),
  'page after': () => page(200),
  'empty after': () => nothing(200),
  'shape after': () => json(200, { ok: true }),
  'wrong count': (response) =>
    changed(response, ({ data }) => {
      if (data && 'addedCount' in data) Object.assign(data, { addedCount: 999 });
    }),
  'short page': ofPage((data) => data.pop()),
  'wrong total': ofPage((_, pagination) => {
    pagination.totalCount++;
  }),
  skipped: ofPage((data) => data.shift()),
};

/** How late a request arrives: sometimes about when a create is sent again, otherwise at any time. */
function lateness(machine: Machine): number {
  const late = machine.below(90_000);
  return late % 2 === 0 ? 1000 + late : 5000 + (late % 1500);
}

/** What the simulation knows of a process beside the process itself. */
interface Running {
  readonly process: Process;
  readonly file: File;
  readonly interruption: AbortController;
  /** Requests that are announced in the journal, and of those the ones that are on the disk. */
  announced: number;
  durable: number;
  writes: number;
  /** Until when the service asked to be left alone, and since which step nothing may be sent. */
  pausedUntil: number;
  silentSince: number;
  /** What this process knows to have been accepted. */
  readonly settled: Set<string>;
  /** `harmless`: when another run came first, its folder serves this one as well. */
  diskFailed: boolean | 'harmless';
}

type Asked = Parameters<ModelService['handle']>[0] & {
  /** Aborted when nobody waits for the response any more, as for a page that was read ahead. */
  readonly signal: AbortSignal;
};

interface Ended {
  readonly upload?: Upload;
  readonly error?: unknown;
}

const files = { same: '/results.csv', other: '/other.csv' } as const;
type File = keyof typeof files;

/** One machine and one account, through all runs of a scenario. */
class Simulation {
  readonly #scenario: Scenario;
  readonly #machine: Machine;
  readonly #disk = new MemoryDisk();
  readonly #service: ModelService;
  #works: Readonly<Record<File, Work>> | undefined;
  /** What somebody else may have done. */
  readonly #foreign = new Set<string>();
  /** What a process knew to be accepted when it ended. */
  readonly #settled = new Set<string>();
  /** Creates whose fate is unknown until the orders have been read. */
  readonly #unsure = new Set<string>();
  readonly #running = new Set<Running>();
  #processes = 0;
  #boot = 1;
  /** Requests that may be repeated because a process was cut off. */
  #repeatable = 0;
  readonly problems: string[] = [];
  readonly log: string[] | undefined;

  constructor(scenario: Scenario, isLogged: boolean) {
    this.#scenario = scenario;
    this.#machine = new Machine(randomOf(scenario.seed + 1));
    this.#service = new ModelService(scenario);
    this.log = isLogged ? [] : undefined;
    this.#disk.now = this.#machine.clock.now;
    for (let order = 0; order < Math.max(1, scenario.orders); order++) {
      this.#service.add({
        ...{ orderNumber: `BBY-${order}`, retailer: 'Best Buy', orderDate: '2025-10-01' },
        ...{ buyingGroup: 'bfmr', orderLineItems: [{ unitPrice: 1000, quantity: 1 }] },
      });
    }
  }

  /** The file of the command, and another one that shares rows with it. */
  async #prepare(): Promise<void> {
    const scenario = this.#scenario;
    const { kind, rows, before, others } = scenario;
    if (kind === 'shipments') {
      const same = shipmentsWork(rows, this.#service, scenario);
      const some = rows.filter((_, place) => place % 3 === 0);
      const own = rows.slice(0, 5).map((row) => ({ ...row, number: row.number + 10_000 }));
      const other = shipmentsWork([...some, ...own], this.#service, scenario);
      this.#works = { same, other };
      for (const place of before) {
        const one = same.shipments[place];
        if (one !== undefined && this.#service.matches(one)) this.#service.put(one);
      }
    } else {
      const same = await (kind === 'create' ? createWork : updateWork)(
        rows,
        this.#service,
        scenario,
      );
      this.#works = { same, other: same };
    }
    this.#service.addOthers(others);
  }

  #work(file: File): Work {
    if (this.#works === undefined) throw new Error('There is no work yet');
    return this.#works[file];
  }

  #note(text: string): void {
    this.log?.push(`${this.#machine.now} ${text}`);
  }

  #wrong(problem: string): void {
    this.#note(`WRONG ${problem}`);
    this.problems.push(problem);
  }

  /** The disk as a process sees it: each operation is a step, and may be the one that fails. */
  #diskOf(running: Running, run: Run): Disk {
    const disk = this.#disk;
    const { process } = running;
    let changes = 0;
    const failing = run.ends.find(({ how }) => how.startsWith('disk'));
    const ask = <T>(act: () => Promise<T>) => process.turn(act);
    const change = <T>(what: string, path: string, act: () => Promise<T>, half?: () => void) =>
      process.turn(() => {
        this.#note(`${process.id} ${what} ${path}`);
        const isFirst = changes++ === (failing?.after ?? -1);
        if (isFirst || (running.diskFailed && failing?.how === 'disk fails')) {
          half?.();
          const isMoveIn = what === 'rename' && dirname(path) === '/jobs';
          running.diskFailed = isMoveIn ? 'harmless' : true;
          if (!isMoveIn) {
            running.silentSince = Math.min(running.silentSince, this.#machine.steps);
          }
          throw Object.assign(new Error('ENOSPC: simulated'), { code: 'ENOSPC' });
        }
        return act();
      });
    const file = (path: string, one: DiskFile): DiskFile => {
      const isJournal = path.endsWith('journal.ndjson');
      return {
        write: (text) => {
          const half = () => void one.write(text.slice(0, text.length / 2));
          return change(
            'write',
            path,
            () => {
              if (isJournal && text.includes('"event":"sent"' as never)) running.announced++;
              return one.write(text);
            },
            half,
          );
        },
        sync: () =>
          change('sync', path, () => {
            if (isJournal) running.durable = running.announced;
            return one.sync();
          }),
        setMode: (mode) => change('setMode', path, () => one.setMode(mode)),
        close: () => ask(() => one.close()),
      };
    };
    return {
      makeFolder: (path) => change('makeFolder', path, () => disk.makeFolder(path)),
      create: async (path) => file(path, await change('create', path, () => disk.create(path))),
      append: async (path, length) =>
        file(path, await change('append', path, () => disk.append(path, length))),
      async *read(path) {
        for await (const chunk of disk.read(path)) yield await process.turn(() => chunk);
      },
      rename: (from, to) => change('rename', to, () => disk.rename(from, to)),
      link: (from, to) => change('link', to, () => disk.link(from, to)),
      remove: (path) => change('remove', path, () => disk.remove(path)),
      list: (folder) => ask(() => disk.list(folder)),
      look: (path) => ask(() => disk.look(path)),
      locate: (path) => ask(() => disk.locate(path)),
      syncFolder: (path) => change('syncFolder', path, () => disk.syncFolder(path)),
    };
  }

  /** The client as the program creates it, over a network on which anything may happen. */
  #apiOf(running: Running, run: Run): Api {
    const machine = this.#machine;
    const { process, interruption } = running;
    const faults = { read: [...run.reads], write: [...run.writes] };
    const handle = (request: Asked) =>
      new Promise<Plain>((resolve, reject) => {
        const isRead = request.method === 'GET';
        const fault = faults[isRead ? 'read' : 'write'].shift() ?? null;
        this.#atSending(running, request);
        this.#note(
          `${process.id} ${request.method} ${request.path} ${request.body ?? ''}: ${fault}`,
        );
        const lose = (sent: boolean) => {
          if (!process.step()) return;
          const { path, body = '' } = request;
          if (sent && !isRead) {
            for (const name of this.#work(running.file).namesOf(path, body)) {
              this.#beUnsure(path, name);
            }
          }
          reject(new TransportError('reset', sent, 'lost'));
        };
        const answer = (response: Plain) => {
          if (request.signal.aborted) return lose(true);
          if (!process.step()) return;
          const isWhole = fault === null || (fault === 'wrong count' && !isRead);
          this.#atResponse(running, request, response, isWhole);
          resolve(response);
        };
        const respond = fault === null ? undefined : instead[fault];
        const isLate = fault === 'late' || fault === 'slow';
        if (isLate) machine.after(300, () => fault === 'late' && lose(true));
        machine.after(isLate ? lateness(machine) : 1 + machine.below(40), () => {
          // What a dead process has sent may be on its way, or not have left.
          if (!process.isAlive && machine.chance(0.5)) return;
          if (fault === 'unsent') return lose(false);
          if (fault === 'lost before') return lose(true);
          const response = respond?.(machine) ?? this.#service.handle(request);
          this.#note(`arrived from ${process.id}: ${response.status}`);
          if (isLate) return;
          machine.after(1 + machine.below(40), () => {
            if (fault === 'lost after') lose(true);
            else answer((fault && after[fault]?.(response)) || response);
          });
        });
      });
    return createApi({
      ...{ baseUrl, credentials, timeout: { read: 30, write: 60 } },
      ...{ maxWait: 900, retries: 4, concurrency: this.#scenario.concurrency, ...quietParts() },
      world: {
        ...{ clock: machine.clock, sleep: process.sleep, random: machine.random, env: {} },
        interruption: interruption.signal,
        insistence: new AbortController().signal,
      },
      embedded: { handle, close: () => {} },
    });
  }

  #atSending(running: Running, { method, path, body = '' }: Asked): void {
    const { file } = running;
    const machine = this.#machine;
    if (machine.now < running.pausedUntil) this.#wrong('a request during a pause');
    // A reading that another worker is waiting to repeat may still go out after the disk has failed.
    const isReading = method === 'GET' && running.diskFailed;
    if (machine.steps > running.silentSince + 1 && !isReading) {
      this.#wrong('a request after the end');
    }
    if (method === 'GET') return;
    running.writes++;
    if (running.writes > running.durable) this.#wrong('a request that the journal does not have');
    for (const other of this.#running) {
      const isBoth = other !== running && other.file === file && other.writes > 0;
      if (isBoth && other.process.isAlive) this.#wrong('two processes send one job');
    }
    const keys = this.#work(file).namesOf(path, body);
    if (method === 'POST' && keys.some((key) => this.#unsure.has(key))) {
      this.#wrong('a create is sent again before the orders are read');
    }
    if (keys.some((key) => running.settled.has(key))) this.#wrong('an accepted row is sent again');
    // A request that is repeated may have to be tried again, which is no further repetition.
    const repeated = file === 'same' ? keys.filter((key) => this.#settled.delete(key)) : [];
    if (repeated.length > 0 && --this.#repeatable < 0) {
      this.#wrong('more requests are repeated than can have been lost');
    }
  }

  /** A response has arrived, as the service sent it or with something changed about it. */
  #atResponse(running: Running, { method, path, body = '' }: Asked, got: Plain, isWhole: boolean) {
    const { steps, now } = this.#machine;
    const wait = Number(got.headers['retry-after']);
    if (got.status === 429 && wait > 0) running.pausedUntil = now + wait * 1000;
    if (got.status === 401 || (got.status === 403 && String(got.body).includes('plan_required'))) {
      running.silentSince = Math.min(running.silentSince, steps);
    }
    if (method === 'GET') {
      if (isWhole && got.status === 200) this.#unsure.clear();
      return;
    }
    const isSure = isWhole || (got.status < 500 && got.status >= 300) || got.status === 503;
    for (const name of this.#work(running.file).namesOf(path, body)) {
      if (!isSure) this.#beUnsure(path, name);
      else if (isWhole && got.status < 300) running.settled.add(name);
    }
  }

  /** An order may have been created without anyone knowing. */
  #beUnsure(path: string, name: string): void {
    if (path.endsWith('/buying-group-orders')) this.#unsure.add(name);
  }

  async #start(running: Running, run: Run): Promise<Upload> {
    const { process, file, interruption } = running;
    const boot = String(this.#boot);
    const marks = () => [...this.#running].filter((one) => one.process.isAlive);
    const isSame = file === 'same';
    return this.#work(file).start(this.#apiOf(running, run), {
      disk: this.#diskOf(running, run),
      processes: {
        own: async () => ({ processId: process.id, bootId: boot, started: `s${process.id}` }),
        isAlive: async ({ processId, bootId }) =>
          bootId === boot && marks().some((one) => one.process.id === processId),
      },
      ...{ jobsFolder: '/jobs', owner: { baseUrl, account: 'one' } },
      files: { results: files[file], rejects: isSame ? '/rejects.csv' : '/other-rejects.csv' },
      ...{ verify: run.verify, concurrency: this.#scenario.concurrency },
      ...{ interruption: interruption.signal, now: this.#machine.clock.now },
    });
  }

  #cutOff(running: Running, how: 'killed' | 'power lost'): void {
    const cut =
      how === 'killed' ? [running] : [...this.#running].filter((one) => one.process.isAlive);
    this.#note(`${how}: ${cut.map(({ process }) => process.id)}`);
    for (const one of cut) {
      one.process.isAlive = false;
      this.#repeatable += (how === 'killed' ? 1 : 2) * this.#scenario.concurrency;
    }
    if (how === 'killed') return;
    this.#disk.stop(how, this.#machine.random);
    this.#boot++;
  }

  /** Starts a process; resolves when it has ended, or never if it is killed. */
  #spawn(file: Running['file'], run: Run): void {
    const process = new Process(this.#machine, ++this.#processes);
    const running: Running = {
      ...{
        process,
        file,
        interruption: new AbortController(),
        announced: 0,
        durable: 0,
        writes: 0,
      },
      ...{
        pausedUntil: 0,
        silentSince: Number.POSITIVE_INFINITY,
        settled: new Set(),
        diskFailed: false,
      },
    };
    this.#running.add(running);
    this.#work(file).look();
    if (file === 'other') for (const row of this.#work(file).rows) this.#foreign.add(row);
    const isMain = run !== quiet;
    process.onStep = (step) => {
      for (const { by, after } of run.jumps) if (step === after) this.#machine.jumped += by;
      for (const rival of run.rivals) if (step === rival.after) this.#spawn(rival.file, quiet);
      for (const { how, after } of isMain ? run.ends : []) {
        if (step !== after) continue;
        if (how === 'killed' || how === 'power lost') this.#cutOff(running, how);
        else if (how === 'interrupted') running.interruption.abort(new Interruption('SIGINT'));
      }
    };
    const end = (ended: Ended) => {
      if (!process.isAlive) return;
      process.isAlive = false;
      this.#note(`${process.id} ended: ${ended.error ?? JSON.stringify(ended.upload?.summary)}`);
      this.#atEnd(running, ended);
    };
    this.#start(running, run).then(
      (done) => end({ upload: done }),
      (error: unknown) => end({ error }),
    );
  }

  last: Upload | undefined;

  async #runThrough(run: Run): Promise<void> {
    this.last = undefined;
    this.#spawn('same', run);
    await this.#machine.run(() => [...this.#running].every(({ process }) => !process.isAlive));
    for (const { settled, file } of this.#running) {
      if (file === 'same') for (const key of settled) this.#settled.add(key);
    }
    this.#running.clear();
    this.#wholeFiles();
  }

  /** Results are there as a whole or not at all, whatever happened. */
  #wholeFiles(): void {
    for (const [file, path] of Object.entries(files)) {
      const text = this.#disk.text(path);
      const rows = this.#work(file as File).rows.length;
      if (text === undefined) continue;
      if (!text.endsWith('\r\n') || text.split('\r\n').length !== rows + 2) {
        this.#wrong(`${path} is not whole`);
      }
    }
    const rejects = this.#disk.text('/rejects.csv');
    if (rejects !== undefined && !rejects.endsWith('\r\n')) this.#wrong('rejects are not whole');
  }

  #atEnd(running: Running, { upload: done, error }: Ended): void {
    if (running.diskFailed && !(running.diskFailed === 'harmless' && done !== undefined)) {
      this.#repeatable += this.#scenario.concurrency;
      // A results file that failed at the end is told by the upload, with its sums.
      const failure = error ?? done?.stopped;
      if (!(failure instanceof Failure && ['localFile', 'unknown'].includes(failure.ending))) {
        this.#wrong(`the disk failed, and it ended with ${failure}`);
      }
      return;
    }
    if (done === undefined) {
      if (error instanceof Failure && (error.ending === 'locked' || error.ending === 'localFile')) {
        if (error.ending === 'locked' && this.#running.size > 1) return;
        // What the clock says about the age of another process's files may be wrong.
        if (this.#running.size > 1 && this.#machine.jumped !== 0) return;
      }
      this.#wrong(`it ended with ${error instanceof Error ? error.stack : error}`);
      return;
    }
    const { summary, ending, stopped } = done;
    if (running.file === 'same') this.last = done;
    const claims = this.#claims(running.file);
    const names = claims.map(({ row }) => row).join('\n');
    if (names !== this.#work(running.file).rows.join('\n')) {
      this.#wrong('rows are missing from the results');
    }
    this.#judge(running.file, claims);
    const counts: Partial<Record<UploadOutcome, number>> = {};
    for (const { outcome } of claims) counts[outcome] = (counts[outcome] ?? 0) + 1;
    const told = {
      ...{ added: summary.added, already_present: summary.alreadyPresent },
      ...{ accepted: summary.accepted, duplicate: summary.duplicate, invalid: summary.invalid },
      ...{ rejected: summary.rejected, not_sent: summary.notSent, unknown: summary.unknown },
    };
    for (const [outcome, count] of Object.entries(told)) {
      if ((counts[outcome as UploadOutcome] ?? 0) !== count)
        this.#wrong(`the summary counts ${outcome} ${count}`);
    }
    if (running.process.id === 1 && summary.requests !== running.writes) {
      this.#wrong(`it counts ${summary.requests} requests, not ${running.writes}`);
    }
    const bad = told.invalid + told.rejected + told.not_sent + told.unknown;
    if (ending === 'done' && (bad > 0 || stopped !== undefined))
      this.#wrong('not everything is done');
    if (ending === 'partly' && told.unknown > 0) this.#wrong('an unknown row is kept quiet');
  }

  #claims(file: File): readonly Claim[] {
    const [, ...lines] = (this.#disk.text(files[file]) ?? '').trimEnd().split('\r\n');
    const columns = this.#work(file).header.split(',').length;
    return lines
      .filter((line) => line !== '')
      .map((line) => {
        const cells = line.split(',');
        const row = cells.slice(1, columns + 1).join();
        const [outcome, code = ''] = cells.slice(columns + 1);
        return { row, outcome: outcome as UploadOutcome, code, isForeign: this.#foreign.has(row) };
      });
  }

  #judge(file: File, claims: readonly Claim[]): void {
    for (const claim of claims) {
      const { row, outcome, code } = claim;
      if (!this.#work(file).holds(claim)) this.#wrong(`false: ${row} ${outcome} ${code}`);
    }
  }

  /** All runs, then one without trouble, which must settle everything. */
  async run(): Promise<void> {
    await this.#prepare();
    for (const run of this.#scenario.runs) {
      await this.#runThrough(run);
      if (this.problems.length > 0) return;
    }
    await this.#runThrough(quiet);
    await this.#machine.run(() => this.#machine.isIdle);
    const done = this.last;
    if (this.problems.length > 0 || done === undefined) return;
    const { stopped } = done;
    const isHopeless = stopped instanceof Failure && stopped.code === 'nothing_taken';
    if (isHopeless) return;
    if (stopped !== undefined) this.#wrong(`the last run stopped: ${stopped}`);
    const { unknown, notSent } = done.summary;
    if (unknown + notSent > 0) this.#wrong(`${unknown + notSent} rows are not settled`);
    const jobs = () =>
      [...this.#disk.files.keys()]
        .filter((path) => path.includes('/old-values-'))
        .map((path) => this.#disk.text(path))
        .join('\n');
    for (const name of this.#work('same').lost(jobs)) this.#wrong(`lost: ${name}`);
    this.#judge('same', this.#claims('same'));
  }
}

/** A run in which nothing goes wrong. */
const quiet: Run = { writes: [], reads: [], ends: [], rivals: [], jumps: [], verify: false };

/** Runs a scenario; returns what went wrong, and with `isLogged` everything that happened. */
export async function simulate(scenario: Scenario, isLogged = false) {
  const simulation = new Simulation(scenario, isLogged);
  await simulation.run().catch((error: unknown) => {
    simulation.problems.push(error instanceof Error ? (error.stack ?? '') : String(error));
  });
  return { problems: simulation.problems, log: simulation.log ?? [] };
}
