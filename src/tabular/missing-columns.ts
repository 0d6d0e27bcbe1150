import { Failure } from '../failure';

/** A header without the columns that are needed; a person may be asked for them. */
export class MissingColumns extends Failure {
  /** The first rows below the header. */
  rows: readonly (readonly string[])[] = [];

  constructor(
    { ending, code, message, hint }: Failure,
    readonly fields: readonly string[],
    readonly header: readonly string[],
    /** The places of columns that are not those of another field. */
    readonly free: readonly number[],
  ) {
    super({ ending, code, message, hint });
  }
}

const shown = 3;

/** Finds columns; a failure about missing ones gets the first rows. */
export async function withFirstRows<T>(
  find: () => T,
  records: AsyncIterable<readonly { readonly cells: readonly string[] }[]>,
): Promise<T> {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof MissingColumns)) throw error;
    for await (const batch of records) {
      error.rows = batch.slice(0, shown).map(({ cells }) => cells);
      break;
    }
    throw error;
  }
}
