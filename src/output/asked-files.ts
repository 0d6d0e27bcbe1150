import { access, lstat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { localFileFailure, usageFailure } from '../failure';
import { diskFailure } from '../lib/disk-failure';
import { checkFileName } from '../lib/file-name';
import { makeFolder } from '../lib/write-files';
import { confirm } from './confirm';
import type { Output } from './output';
import type { Questions } from './questions';
import type { ListView } from './view';

export interface AskedFile {
  readonly path: string;
  /** Piece by piece if it is too large for the memory. */
  readonly content: string | Uint8Array | AsyncIterable<string>;
  /** Permissions; by default, those of the file that it replaces, else those that the user's files usually have. */
  readonly mode?: number;
}

export const writtenFiles: ListView<{ readonly file: string }> = {
  one: 'file',
  empty: 'No files.',
  fields: { file: { kind: 'text', means: 'The path of a file that was written' } },
  table: ['file'],
};

/** Throws exit 2 for a name that ends like a file of another kind; `2026-11-29` is no ending. */
export function refuseEnding(file: string, endings: readonly string[], what: string): void {
  const ending = extname(file).toLowerCase();
  if (!/^\.[a-z]+$/.test(ending) || endings.includes(ending)) return;
  throw usageFailure(`${file} would not be what its name says: ${what}`, {
    hint: `Use a name that ends in ${endings.join(' or ')}.`,
  });
}

/** The permissions of a file; undefined if there is none. */
async function modeOf(path: string): Promise<number | undefined> {
  const stats = await lstat(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw diskFailure('written', path, error);
  });
  if (stats !== undefined && !stats.isFile()) {
    throw localFileFailure(`${path} exists and is not a regular file`);
  }
  return stats && stats.mode & 0o777;
}

/** Other programs see either the old file or the complete new one, never a part of it. */
async function replace({ path, content, mode }: AskedFile): Promise<void> {
  const { randomUUID } = await import('node:crypto');
  const { beginWhole, realDisk } = await import('../disk/disk');
  // Some file system would not take a longer one.
  const draft = join(dirname(path), `.${basename(path).slice(0, 50)}.${randomUUID()}.waybill`);
  const exactMode = mode ?? (await modeOf(path));
  const writer = await beginWhole(realDisk, { path, draft, mode: exactMode ?? 0o666, exactMode });
  const isWhole = typeof content === 'string' || content instanceof Uint8Array;
  try {
    for await (const part of isWhole ? [content] : content) await writer.write(part);
    await writer.finish();
  } catch (error) {
    // The error to report is the first one.
    await writer.abandon().catch(() => {});
    throw error;
  }
}

/** Asks before replacing files. Throws exit 2 after a no, exit 14 if their folder is missing. */
export async function askToReplace(
  paths: readonly string[],
  context: { questions(): Promise<Questions> },
  folder?: string,
): Promise<void> {
  for (const path of paths) checkFileName(path, 'Nothing was written. Use another name.');
  for (const path of folder === undefined ? paths : []) {
    await access(dirname(path)).catch((error) => {
      throw diskFailure('written', path, error);
    });
  }
  const existing: string[] = [];
  for (const path of paths) if ((await modeOf(path)) !== undefined) existing.push(path);
  if (existing.length > 0) {
    const question = `Replace ${existing.join(', ')}?`;
    await confirm(question, context, 'Nothing was written');
  }
}

/** Writes files to a folder, after a yes if any exist (else exit 2), and lists them. Throws exit 14 if one can't be written. */
export async function writeFolder(
  folder: string,
  contents: Readonly<Record<string, string>>,
  output: Output,
  context: { questions(): Promise<Questions> },
): Promise<void> {
  if (folder === '-') {
    throw usageFailure("Several files can't be written to standard output", {
      hint: 'Name a folder. Nothing was written.',
    });
  }
  output.expect(writtenFiles);
  const files = Object.entries(contents).map(([name, content]) => {
    return { path: join(folder, name), content };
  });
  const paths = files.map(({ path }) => path);
  await askToReplace(paths, context, folder);
  await replaceFiles(files, folder);
  await output.list(
    writtenFiles,
    paths.map((file) => ({ file })),
  );
}

/** Writes files that `askToReplace` has asked about. */
export async function replaceFiles(files: readonly AskedFile[], folder?: string): Promise<void> {
  if (folder !== undefined) {
    try {
      makeFolder(folder);
    } catch (error) {
      throw diskFailure('written', folder, error);
    }
  }
  for (const file of files) await replace(file);
}
