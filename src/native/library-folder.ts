/**
 * Where the executable unpacks the native libraries that it carries, and how it opens them. `main.ts`
 * knows both; what loads a library is bundled with the library's own package and receives nothing.
 */
export interface LibraryFolder {
  readonly path: string;
  /** Whose folder it has to be; undefined on Windows. */
  readonly userId: number | undefined;
  /** Of this process: no other one writes to a temporary file with it in its name. */
  readonly processId: number;
  /** What to do where the folder is of no use. */
  readonly advice: string;
  /** Loads the library of a file; throws where the system refuses. */
  open(file: string): object;
}

let known: (() => LibraryFolder) | undefined;

/** Called once, by the executable; nothing is worked out before a library is wanted. */
export function keepLibrariesIn(folder: () => LibraryFolder): void {
  known = folder;
}

export function libraryFolder(): LibraryFolder {
  if (known === undefined) throw new Error('The folder of the native libraries is not set');
  return known();
}
