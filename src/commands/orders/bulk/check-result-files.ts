import { resolve } from 'node:path';
import type { Context } from '../../../context';
import { usageFailure } from '../../../failure';
import { diskFailure } from '../../../lib/disk-failure';
import { refuseOwnFiles } from '../../../own-files';
import { inputIdentity, locateWritable, nameOf } from '../../../upload/job/place';
import type { UploadFlagValues } from './upload';

interface Named {
  readonly flag: string;
  readonly wanted: string;
  /** Its `nameOf`. */
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
    return [{ flag, wanted, same: nameOf(place) }];
  } catch (error) {
    throw diskFailure('written', wanted, error);
  }
}

/**
 * Refuses results and rejects files that can't be written, and those that would overwrite the
 * input, each other or waybill's own files. Compares files, not paths, since one file can have many
 * names. Throws before anything is opened, so that no job is left behind.
 */
export async function checkResultFiles(
  { results, rejects }: UploadFlagValues,
  input: string | undefined,
  context: Pick<Context, 'paths'>,
  { mirror, nothing = 'Nothing was sent' }: { mirror?: string | undefined; nothing?: string } = {},
): Promise<void> {
  const named = [
    ...(await placeOf('--results', results, nothing)),
    ...(await placeOf('--rejects', rejects, nothing)),
  ];
  const [first, second] = named;
  if (first === undefined) return;
  const files = named.map(({ wanted }) => wanted);
  await refuseOwnFiles(files, context, { mirror, nothing });
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
