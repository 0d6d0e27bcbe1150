import type { Context } from '../../context/context';
import { headerName } from '../../lib/fold';
import { namesGiftCardCodes } from '../../secrets/secret';
import { isPersonal } from '../../tabular/header-words';
import type { MissingColumns } from '../../tabular/record';

const none = 'none';

export async function askedColumns(
  missing: MissingColumns,
  context: Context,
): Promise<readonly string[]> {
  const { header, rows } = missing;
  // Codes and addresses are never shown.
  let free = missing.free.filter((index) => {
    const name = header[index] ?? '';
    return !namesGiftCardCodes(headerName(name)) && !isPersonal(name);
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
