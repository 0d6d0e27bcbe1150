interface Chunk {
  readonly entry?: string;
  readonly imports: readonly string[];
  readonly modules: readonly string[];
}

/** What a build consists of, by file: `dist/chunks.json`. */
export type Chunks = Readonly<Record<string, Chunk>>;
