interface Chunk {
  readonly entry?: string;
  readonly imports: readonly string[];
  readonly modules: readonly string[];
}

/** The contents of a build by file: `dist/chunks.json`. */
export type Chunks = Readonly<Record<string, Chunk>>;
