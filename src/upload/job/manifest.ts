import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { type Disk, wholeText } from '../../disk/disk';
import { localFileFailure } from '../../failure';
import { isObject, type Members, parseJson } from '../../lib/json';
import { version } from '../../version';
import type { Rules } from '../ledger';
import type { JobOrigin, JobOwner } from '../spec';

/** What describes a job, besides its rows and its journal. */
export interface Manifest extends JobOwner, JobOrigin {
  /** The name of the job's folder: a hash of the members below. */
  readonly job: string;
  /** The name of the upload's spec. */
  readonly spec: string;
  readonly rowsHash: string;
  readonly rows: number;
  readonly rules: Rules;
  /** The waybill version that started it. */
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

const format = 1;

/** The same rows for the same account are the same job. */
export function jobId({
  spec,
  baseUrl,
  account,
  rowsHash,
}: Pick<Manifest, 'spec' | 'baseUrl' | 'account' | 'rowsHash'>): string {
  const identity = { format, spec, baseUrl, account, rowsHash };
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}

/** Writes the manifest and resolves when it is on the disk. */
export async function writeManifest(disk: Disk, path: string, manifest: Manifest): Promise<void> {
  const file = await disk.create(path);
  await file.write(`${JSON.stringify({ format, ...manifest })}\n`);
  await file.sync();
  await file.close();
}

/** Names the version that wrote a job, for messages. */
export function writerOf({ version: writer }: { readonly version?: unknown }): string {
  return `The job was started by waybill ${writer}; this is waybill ${version}.`;
}

const texts = [
  ...['job', 'spec', 'baseUrl', 'account', 'rowsHash', 'version', 'startedAt', 'command'],
  ...['folder', 'profile'],
];
const flags = ['divisible', 'readable', 'allOrNothing'];

function isManifest(found: Members): found is Members & Manifest {
  const { rows, file, rules } = found;
  return (
    texts.every((name) => typeof found[name] === 'string') &&
    (file === null || typeof file === 'string') &&
    Number.isSafeInteger(rows) &&
    Number(rows) >= 0 &&
    isObject(rules) &&
    flags.every((name) => typeof rules[name] === 'boolean')
  );
}

/**
 * Reads the manifest of a job. Throws exit 14 if it was changed, or written in a format that this
 * version does not know.
 */
export async function readManifest(disk: Disk, path: string): Promise<Manifest> {
  const text = await wholeText(disk, path);
  let found: unknown;
  try {
    found = parseJson(text);
  } catch {
    throw changedFile(path);
  }
  if (!isObject(found)) throw changedFile(path);
  if (found.format !== format) {
    throw localFileFailure(`${path} is in a format that this version of waybill does not know`, {
      hint: `${writerOf(found)} Resume with that version, or send all rows again with --restart.`,
    });
  }
  const name = basename(dirname(path));
  if (!isManifest(found) || found.job !== name || jobId(found) !== name) throw changedFile(path);
  return found;
}

/** A file of a job is not as waybill wrote it: exit 14. */
export function changedFile(
  path: string,
  hint = 'waybill left it as it is. To start over with the rows of your file, use --restart.',
) {
  return localFileFailure(`${path} was changed after waybill wrote it`, { hint });
}
