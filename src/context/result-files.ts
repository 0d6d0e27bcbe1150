import { resolve } from 'node:path';
import { realDisk } from '../disk/disk';
import { inputIdentity, locateWritable, placeName } from '../disk/place';
import { usageFailure } from '../failure';
import { diskFailure } from '../lib/disk-failure';
import { checkFileName } from '../lib/file-name';
import { confirm } from '../output/confirm';
import { existing } from '../upload/results';
import type { UploadWork } from '../upload/spec';
import type { Context } from './context';
import { refuseOwnFiles } from './own-files';

export interface FileFlags {
  readonly results?: string | undefined;
  readonly rejects?: string | undefined;
}

/** Paths to write results and rejects to; null if the user wants none. */
export type CheckedFiles = UploadWork<unknown>['files'];

/** A file as typed; `same` names its place, however that is spelled. */
type Named = NonNullable<Awaited<ReturnType<typeof placeOf>>>;

interface Check {
  /** The files that are read, `-` for standard input. */
  readonly inputs: readonly string[];
  /** True if the first line of a results file is as waybill writes it. */
  isHeader(line: string): boolean;
  readonly mirror?: string | undefined;
  /** The thing that did not happen, for messages. */
  readonly nothing?: string;
}

/** Null if what is written there is not kept. */
async function placeOf(flag: string, wanted: string, nothing: string) {
  if (/^(\\\\\.\\)?nul$/i.test(wanted)) return null;
  const other = { hint: `${nothing}. Name a file, or /dev/null to write none.` };
  if (wanted === '-') throw usageFailure(`${flag} can't be -: it takes a file`, other);
  checkFileName(wanted, `${nothing}. Name another file, or NUL to write none.`);
  let place: Awaited<ReturnType<typeof locateWritable>>;
  try {
    place = await locateWritable(resolve(wanted));
  } catch (error) {
    throw diskFailure('written', wanted, error);
  }
  if (place.kind !== 'other') {
    return { flag, wanted, same: placeName(place), exists: place.kind === 'file' };
  }
  if (place.isNull) return null;
  throw usageFailure(`${flag} can't be ${wanted}: it is not a regular file`, other);
}

/** Asks before it replaces a file that is not as waybill wrote it. */
async function askToReplace(
  named: readonly Named[],
  context: Pick<Context, 'paths' | 'questions'>,
  { isHeader, nothing }: Check,
): Promise<void> {
  const others: string[] = [];
  for (const { flag, wanted } of named.filter(({ exists }) => exists)) {
    // A file that can't be read was not written by waybill.
    const found = await existing(realDisk, resolve(wanted), context.paths.writtenFolder).catch(
      () => undefined,
    );
    const isOwn = flag === '--results' && isHeader(found?.firstLine ?? '');
    if (found?.isUnchanged !== true && !isOwn) others.push(wanted);
  }
  if (others.length > 0) await confirm(`Replace ${others.join(' and ')}?`, context, nothing);
}

/**
 * Refuses results and rejects files that can't be written, or would overwrite the input, each other,
 * waybill's own files, or without a question somebody else's. Compares files, not paths. Throws before
 * anything is opened or sent.
 */
export async function checkResultFiles(
  { results, rejects }: FileFlags,
  context: Pick<Context, 'paths' | 'questions'>,
  check: Check,
): Promise<CheckedFiles> {
  const { inputs, mirror, nothing = 'Nothing was sent' } = check;
  const place = async (flag: string, wanted: string | undefined) =>
    wanted === undefined ? undefined : placeOf(flag, wanted, nothing);
  const [first, second] = [await place('--results', results), await place('--rejects', rejects)];
  const named = [first, second].filter((one) => one !== null && one !== undefined);
  const files = named.map(({ wanted }) => wanted);
  if (named.length > 0) await refuseOwnFiles(files, context, { mirror, nothing });
  if (first && first.same === second?.same) {
    throw usageFailure('--results and --rejects name the same file', {
      hint: `${nothing}. Use two different files.`,
    });
  }
  for (const input of named.length > 0 ? inputs : []) {
    const read = await inputIdentity(input);
    const overwriting = named.find(({ same }) => same === read);
    if (overwriting === undefined) continue;
    const what = input === '-' ? 'the file on standard input' : input;
    throw usageFailure(`${overwriting.flag} would overwrite the input, ${what}`, {
      hint: `${nothing}. Name another file.`,
    });
  }
  await askToReplace(named, context, { ...check, nothing });
  const path = (one: Named | null | undefined) => one && resolve(one.wanted);
  return { results: path(first), rejects: path(second) };
}
