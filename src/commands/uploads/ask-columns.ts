import type { Context } from '../../context/context';
import { headerName } from '../../lib/fold';
import { quotedWord } from '../../lib/words';
import { namesCodes } from '../../secrets/secret';
import { isPersonal } from '../../tabular/header-words';
import { MissingColumns } from '../../tabular/missing-columns';

interface MapFlags {
  readonly map?: readonly string[] | undefined;
}

/** Whether a person reads the results now and can be asked. */
export async function mayAskForColumns(context: Context): Promise<boolean> {
  if (context.settings().yes || !context.world.stdinIsTerminal) return false;
  return (await context.output()).isRead && (await context.questions()).possible;
}

const none = 'none';

/** Asks for the columns of a file, one after the other; what has no column is still missing. */
async function askedColumns(missing: MissingColumns, context: Context): Promise<readonly string[]> {
  const { header, rows } = missing;
  // Codes and addresses are never shown.
  let free = missing.free.filter((index) => {
    const name = header[index] ?? '';
    return !namesCodes(headerName(name)) && !isPersonal(name);
  });
  const lines = [header, ...rows].map((cells) => free.map((index) => cells[index] ?? ''));
  const shown = lines.map((cells) => cells.join(' | '));
  context.notices.warning([missing.message, ...shown].join('\n'));
  const { likelyColumn } = await import('../../imports/likely-column');
  const questions = await context.questions();
  const map = new Map<string, string>();
  for (const field of missing.fields) {
    const guess = likelyColumn(field, free, rows);
    const answer = await questions.choose({
      question: `Which column is ${field}?`,
      flag: `--map ${field}=<header>`,
      ...(guess !== undefined && { preselected: String(guess) }),
      options: [
        { value: none, label: 'None of them' },
        ...free.map((index) => ({
          value: String(index),
          label: header[index] ?? '',
          hint: rows.map((cells) => cells[index] ?? '').join(', '),
        })),
      ],
    });
    if (answer === none) throw missing;
    free = free.filter((index) => String(index) !== answer);
    map.set(field, header[Number(answer)] ?? '');
  }
  return [...map].map(([field, name]) => `${field}=${name}`);
}

/**
 * Reads a file. At a terminal, a person is asked for columns that are missing, and the file is read
 * again with them.
 */
export async function askingForColumns<F extends MapFlags, T>(
  flags: F,
  context: Context,
  read: (flags: F) => Promise<T>,
  mappingIsKept = false,
): Promise<T> {
  try {
    return await read(flags);
  } catch (error) {
    if (!(error instanceof MissingColumns) || !(await mayAskForColumns(context))) throw error;
    const asked = await askedColumns(error, context);
    const done = await read({ ...flags, map: [...(flags.map ?? []), ...asked] });
    const words = asked.map((one) => `--map ${quotedWord(one)}`).join(' ');
    const more = mappingIsKept ? ', and --save-mapping to keep it for files with this header' : '';
    context.notices.notice(`To read such a file without a question, add ${words}${more}.`);
    return done;
  }
}
