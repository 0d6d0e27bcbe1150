import { dirname } from 'node:path';
import type { Disk, DiskFile } from '../../src/upload/job/disk';
import type { Place } from '../../src/upload/job/place';

interface Stored {
  data: Buffer;
  /** Bytes that would survive a power failure. */
  durable: number;
}

function fault(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: simulated`), { code });
}

/** How a machine may stop, as far as the disk is concerned. */
export type Stop = 'killed' | 'power lost';

/** A disk in memory that may fail, and that loses what was not flushed when the power goes. */
export class MemoryDisk implements Disk {
  readonly files = new Map<string, Stored>();
  readonly folders = new Set<string>(['/']);
  /** Called before every operation that changes something; what it throws is the disk's error. */
  beforeChange: (what: string, path: string) => void = () => {};

  text(path: string): string | undefined {
    return this.files.get(path)?.data.toString('utf8');
  }

  /** Cuts every file somewhere after its flushed part; `random` is a number in [0, 1). */
  stop(how: Stop, random: () => number): void {
    if (how === 'killed') return;
    for (const file of this.files.values()) {
      const lost = Math.floor(random() * (file.data.length - file.durable + 1));
      file.data = file.data.subarray(0, file.data.length - lost);
      file.durable = file.data.length;
    }
  }

  async makeFolder(path: string): Promise<void> {
    this.#change('makeFolder', path);
    for (let folder = path; !this.folders.has(folder); folder = dirname(folder)) {
      this.folders.add(folder);
    }
  }

  async create(path: string): Promise<DiskFile> {
    this.#change('create', path);
    if (this.files.has(path)) throw fault('EEXIST');
    if (!this.folders.has(dirname(path))) throw fault('ENOENT');
    const stored = { data: Buffer.alloc(0), durable: 0 };
    this.files.set(path, stored);
    return this.#opened(path, stored);
  }

  async append(path: string, length: number): Promise<DiskFile> {
    this.#change('append', path);
    const stored = this.#stored(path);
    stored.data = stored.data.subarray(0, length);
    stored.durable = Math.min(stored.durable, length);
    return this.#opened(path, stored);
  }

  async *read(path: string): AsyncGenerator<Buffer> {
    yield Buffer.from(this.#stored(path).data);
  }

  async rename(from: string, to: string): Promise<void> {
    this.#change('rename', to);
    if (this.folders.has(from)) {
      if (this.#below(to).length > 0) throw fault('ENOTEMPTY');
      for (const path of this.#below(from)) this.#move(path, to + path.slice(from.length));
      this.folders.delete(from);
      this.folders.add(to);
    } else this.#move(from, to);
  }

  async link(from: string, to: string): Promise<void> {
    this.#change('link', to);
    if (this.files.has(to)) throw fault('EEXIST');
    this.files.set(to, this.#stored(from));
  }

  async remove(path: string): Promise<void> {
    this.#change('remove', path);
    this.folders.delete(path);
    for (const one of [path, ...this.#below(path)]) this.files.delete(one);
  }

  async list(folder: string): Promise<readonly string[]> {
    const names = [...this.files.keys(), ...this.folders]
      .filter((path) => path !== folder && path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1).split('/')[0] ?? '');
    return [...new Set(names)];
  }

  async look(path: string) {
    if (this.folders.has(path)) return { kind: 'folder', modified: 0 } as const;
    return this.files.has(path) ? ({ kind: 'file', modified: 0 } as const) : undefined;
  }

  async locate(path: string): Promise<Place> {
    const kind = (await this.look(path))?.kind ?? 'absent';
    if (kind === 'absent') return { kind, path };
    return { kind, path, identity: path, mode: 0o644 };
  }

  async syncFolder(path: string): Promise<void> {
    this.#change('syncFolder', path);
  }

  #change(what: string, path: string): void {
    this.beforeChange(what, path);
  }

  #below(folder: string): string[] {
    return [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`));
  }

  #move(from: string, to: string): void {
    const stored = this.#stored(from);
    this.files.delete(from);
    this.files.set(to, stored);
  }

  #stored(path: string): Stored {
    const stored = this.files.get(path);
    if (stored === undefined) throw fault('ENOENT');
    return stored;
  }

  #opened(path: string, stored: Stored): DiskFile {
    return {
      write: async (text) => {
        this.#change('write', path);
        stored.data = Buffer.concat([stored.data, Buffer.from(text)]);
      },
      sync: async () => {
        this.#change('sync', path);
        stored.durable = stored.data.length;
      },
      setMode: async () => {
        this.#change('setMode', path);
      },
      close: async () => {},
    };
  }
}
