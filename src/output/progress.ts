/** Long work: what it is, and how much there is of it where that is known. */
export interface Task {
  /** "Reading orders" */
  readonly label: string;
  /** What is counted: "orders", "rows". */
  readonly unit: string;
  readonly total?: number;
}

/**
 * How far it is, on stderr: a bar on a terminal, a line every ten seconds elsewhere, nothing with
 * -q. Cheap to call for every single row.
 */
export interface Progress {
  advance(by?: number): void;
  /** For a total that becomes known, or changes, on the way. */
  expect(total: number): void;
  /** Always called in the end, on failures too; the screen is left clean. */
  end(): void;
}
