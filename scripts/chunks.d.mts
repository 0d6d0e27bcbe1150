interface Chunk {
  readonly bytes: number;
  readonly entry?: string;
  readonly imports: readonly string[];
  readonly modules: readonly string[];
}

/** What a build consists of, by file: `dist/chunks.json`. */
export type Chunks = Readonly<Record<string, Chunk>>;

export function commandSizes(chunks: Chunks): Readonly<Record<string, number>>;
