import { dirname } from 'node:path';
import type { Disk, DiskFile } from '../../src/disk/disk';
import type { FilePlace } from '../../src/disk/place';

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
  /** By path: when something was made there. */
  readonly #made = new Map<string, number>();
  /** Changes of names that the power may still take back, in their order. */
  #names: { readonly folders: readonly string[]; readonly undo: () => void }[] = [];
  /** Called before every operation that changes something; what it throws is the disk's error. */
  beforeChange: (what: string, path: string) => void = () => {};
  /** Milliseconds since the epoch. */
  now: () => number = () => 0;

  text(path: string): string | undefined {
    return this.files.get(path)?.data.toString('utf8');
  }

  /**
   * When the power is lost, takes back the latest changes of names that were not made durable, and
   * cuts every file somewhere after its flushed part; what is left of that may be zeros. `random`
   * is a number in [0, 1).
   */
  stop(how: Stop, random: () => number): void {
    if (how === 'killed') return;
    const kept = Math.floor(random() * (this.#names.length + 1));
    for (const { undo } of this.#names.slice(kept).reverse()) undo();
    this.#names = [];
    for (const file of new Set(this.files.values())) {
      const lost = Math.floor(random() * (file.data.length - file.durable + 1));
      file.data = Buffer.from(file.data.subarray(0, file.data.length - lost));
      if (random() < 0.2) file.data.fill(0, file.durable);
      file.durable = file.data.length;
    }
  }

  async makeFolder(path: string): Promise<void> {
    this.#change('makeFolder', path);
    for (let folder = path; !this.folders.has(folder); folder = dirname(folder)) {
      this.folders.add(folder);
      this.#made.set(folder, this.now());
      this.#named([dirname(folder)], () => this.folders.delete(folder));
    }
  }

  async create(path: string): Promise<DiskFile> {
    this.#change('create', path);
    if (this.files.has(path)) throw fault('EEXIST');
    if (!this.folders.has(dirname(path))) throw fault('ENOENT');
    const stored = { data: Buffer.alloc(0), durable: 0 };
    this.#put(path, stored);
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
    const undo: (() => void)[] = [];
    if (this.folders.has(from)) {
      if (this.#below(to).length > 0) throw fault('ENOTEMPTY');
      undo.push(...this.#below(from).map((path) => this.#move(path, to + path.slice(from.length))));
      this.folders.delete(from);
      this.folders.add(to);
      undo.push(() => {
        this.folders.delete(to);
        this.folders.add(from);
      });
    } else undo.push(this.#move(from, to));
    // A name changes as a whole.
    this.#named([dirname(from), dirname(to)], () => {
      for (const one of undo) one();
    });
  }

  async link(from: string, to: string): Promise<void> {
    this.#change('link', to);
    if (this.files.has(to)) throw fault('EEXIST');
    this.#put(to, this.#stored(from));
  }

  async remove(path: string): Promise<void> {
    this.#change('remove', path);
    for (const one of [path, ...this.#below(path)]) this.#drop(one);
    if (!this.folders.delete(path)) return;
    this.#named([dirname(path)], () => this.folders.add(path));
  }

  async list(folder: string): Promise<readonly string[]> {
    const names = [...this.files.keys(), ...this.folders]
      .filter((path) => path !== folder && path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1).split('/')[0] ?? '');
    return [...new Set(names)];
  }

  async look(path: string) {
    const modified = this.#made.get(path) ?? 0;
    if (this.folders.has(path)) return { kind: 'folder', modified } as const;
    return this.files.has(path) ? ({ kind: 'file', modified } as const) : undefined;
  }

  async locate(path: string): Promise<FilePlace> {
    const kind = (await this.look(path))?.kind ?? 'absent';
    if (kind === 'absent') return { kind, path };
    return { kind, path, identity: path, mode: 0o644 };
  }

  async syncFolder(path: string): Promise<void> {
    this.#change('syncFolder', path);
    // Names become durable in their order: everything before the last change in the folder is too.
    const last = this.#names.findLastIndex(({ folders }) => folders.includes(path));
    this.#names = this.#names.slice(last + 1);
  }

  #change(what: string, path: string): void {
    this.beforeChange(what, path);
  }

  #below(folder: string): string[] {
    return [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`));
  }

  /** Returns what takes it back. */
  #move(from: string, to: string): () => void {
    const stored = this.#stored(from);
    const replaced = this.files.get(to);
    this.files.delete(from);
    this.files.set(to, stored);
    return () => {
      if (replaced === undefined) this.files.delete(to);
      else this.files.set(to, replaced);
      this.files.set(from, stored);
    };
  }

  #put(path: string, stored: Stored): void {
    this.files.set(path, stored);
    this.#made.set(path, this.now());
    this.#named([dirname(path)], () => this.files.delete(path));
  }

  #drop(path: string): void {
    const stored = this.files.get(path);
    if (stored === undefined) return;
    this.files.delete(path);
    this.#named([dirname(path)], () => this.files.set(path, stored));
  }

  #named(folders: readonly string[], undo: () => void): void {
    this.#names.push({ folders, undo });
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
