import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { type Disk, wholeText } from '../../disk/disk';
import { localFileFailure } from '../../failure';
import { isObject, parseJson } from '../../lib/json';
import { version } from '../../version';
import type { Rules } from '../ledger';

/** Whom and what the job is for: together with the rows, its identity. */
export interface JobOwner {
  readonly baseUrl: string;
  /** Derived from the API key by `keyFingerprint`. */
  readonly account: string;
}

/** The command line that started a job, so that its user recognizes it. It contains no secret. */
export interface JobOrigin {
  /** As the user named it, `-` for standard input; null if the rows were typed. */
  readonly file: string | null;
  /** Quoted for a shell. */
  readonly command: string;
  /** Where it was run: relative names start there. */
  readonly folder: string;
  /** The profile it used, which a variable or the default may have chosen. */
  readonly profile: string;
}

/** What describes a job, besides its rows and its journal. */
export interface Manifest extends JobOwner, Partial<JobOrigin> {
  /** The name of the job's folder: a hash of the members below. */
  readonly job: string;
  readonly kind: string;
  readonly rowsHash: string;
  readonly rows: number;
  readonly rules: Rules;
  /**
   * The waybill version that started it. Manifests of the first version lack this and the members
   * below.
   */
  readonly version?: string | undefined;
  /** ISO 8601, UTC. */
  readonly startedAt?: string | undefined;
}

const format = 1;

/** The same rows for the same account are the same job. */
export function jobId({ kind, baseUrl, account, rowsHash }: Omit<Manifest, 'job' | 'rules'>) {
  const identity = { format, kind, baseUrl, account, rowsHash };
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}

/** Writes the manifest and resolves when it is on the disk. */
export async function writeManifest(
  disk: Disk,
  path: string,
  { job, kind, baseUrl, account, rowsHash, ...more }: Manifest,
): Promise<void> {
  const file = await disk.create(path);
  const identity = { job, format, kind, baseUrl, account, rowsHash };
  await file.write(`${JSON.stringify({ ...identity, ...more })}\n`);
  await file.sync();
  await file.close();
}

/** Names the version that wrote a job, for messages. */
export function writerOf({ version: writer }: Pick<Manifest, 'version'>): string {
  return `The job was started by ${writer === undefined ? 'an early version of waybill' : `waybill ${writer}`}; this is waybill ${version}.`;
}

const texts = ['job', 'kind', 'baseUrl', 'account', 'rowsHash'] as const;

/** The members in use, or undefined if one has the wrong type. */
function manifestOf(found: Readonly<Record<string, unknown>>): Manifest | undefined {
  const optional = (name: string) => (typeof found[name] === 'string' ? found[name] : undefined);
  if (texts.some((name) => typeof found[name] !== 'string')) return undefined;
  if (!Number.isSafeInteger(found.rows) || Number(found.rows) < 0) return undefined;
  const kind = String(found.kind);
  const rules = isObject(found.rules) ? found.rules : { divisible: kind === 'shipments' };
  const [command, folder, profile] = ['command', 'folder', 'profile'].map(optional);
  return {
    job: String(found.job),
    kind,
    baseUrl: String(found.baseUrl),
    account: String(found.account),
    rowsHash: String(found.rowsHash),
    rows: Number(found.rows),
    rules: {
      divisible: rules.divisible === true,
      readable: rules.readable === true,
      allOrNothing: rules.allOrNothing === true,
    },
    version: optional('version'),
    startedAt: optional('startedAt'),
    file: optional('file') ?? null,
    ...(command !== undefined && { command }),
    ...(folder !== undefined && { folder }),
    ...(profile !== undefined && { profile }),
  };
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
    const writer = { version: typeof found.version === 'string' ? found.version : undefined };
    throw localFileFailure(`${path} is in a format that this version of waybill does not know`, {
      hint: `${writerOf(writer)} Resume with that version, or send all rows again with --restart.`,
    });
  }
  const manifest = manifestOf(found);
  const name = basename(dirname(path));
  if (manifest === undefined || manifest.job !== name || jobId(manifest) !== name) {
    throw changedFile(path);
  }
  return manifest;
}

/** A file of a job is not as waybill wrote it: exit 14. */
export function changedFile(path: string) {
  return localFileFailure(`${path} was changed after waybill wrote it`, {
    hint: 'waybill left it as it is. To start over with the rows of your file, use --restart.',
  });
}
