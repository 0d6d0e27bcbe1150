/** A file of a package: copied from a path, or with the given content. */
export interface PackedFile {
  readonly path: string;
  readonly from?: string;
  readonly content?: string | Buffer;
}
export function forReaders(markdown: string): string;
export function linksIn(path: string, markdown: string): string[];
export function readerPages(): Promise<PackedFile[]>;
