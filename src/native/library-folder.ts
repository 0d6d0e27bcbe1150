/**
 * The folder where the executable unpacks its native libraries, and how it opens them. `main.ts` knows both;
 * the code that loads a library is bundled with its package and receives no arguments.
 */
export interface LibraryFolder {
  readonly path: string;
  /** The user who must own the folder; undefined on Windows. */
  readonly userId: number | undefined;
  /** The id of this process: no other process writes to temporary files named with it. */
  readonly processId: number;
  /** A 64-bit hash of the bytes, continued from the hash of the bytes before them. */
  hash(bytes: Uint8Array, before: bigint): bigint;
  /** Advice if the folder can't be used. */
  readonly advice: string;
  open(file: string): object;
}

let known: (() => LibraryFolder) | undefined;

/** Called once, by the executable; the folder is computed only when a library is needed. */
export function keepLibrariesIn(folder: () => LibraryFolder): void {
  known = folder;
}

export function libraryFolder(): LibraryFolder {
  if (known === undefined) throw new Error('The folder of the native libraries is not set');
  return known();
}
