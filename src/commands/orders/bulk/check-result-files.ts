import { resolve } from 'node:path';
import { usageFailure } from '../../../failure';
import { diskFailure } from '../../../upload/job/disk';
import { inputIdentity, locateWritable } from '../../../upload/job/place';
import type { UploadFlagValues } from './upload';

interface Named {
  readonly flag: string;
  /** Equal for two names of one file; for a file that does not exist yet, just its path. */
  readonly same: string;
}

async function placeOf(
  flag: string,
  wanted: string | undefined,
  nothing: string,
): Promise<readonly Named[]> {
  if (wanted === undefined) return [];
  if (wanted === '-') {
    throw usageFailure(`${flag} can't be -: standard output already has the summary`, {
      hint: `${nothing}. Name a file, or /dev/stdout to get both there.`,
    });
  }
  try {
    const place = await locateWritable(resolve(wanted));
    return [{ flag, same: place.kind === 'absent' ? place.path : place.identity }];
  } catch (error) {
    throw diskFailure('written', wanted, error);
  }
}

/**
 * Refuses results and rejects files that can't be written, and those that would overwrite the input
 * or each other. Compares files, not paths, since one file can have many names. Throws before
 * anything is opened, so that no job is left behind.
 */
export async function checkResultFiles(
  { results, rejects }: UploadFlagValues,
  input: string | undefined,
  nothing = 'Nothing was sent',
): Promise<void> {
  const named = [
    ...(await placeOf('--results', results, nothing)),
    ...(await placeOf('--rejects', rejects, nothing)),
  ];
  const [first, second] = named;
  if (first === undefined) return;
  if (first.same === second?.same) {
    throw usageFailure('--results and --rejects name the same file', {
      hint: `${nothing}. Use two different files.`,
    });
  }
  const read = input === undefined ? undefined : await inputIdentity(input);
  const overwriting = named.find(({ same }) => same === read);
  if (overwriting === undefined) return;
  const what = input === '-' ? 'the file on standard input' : input;
  throw usageFailure(`${overwriting.flag} would overwrite the input, ${what}`, {
    hint: `${nothing}. Name another file.`,
  });
}
