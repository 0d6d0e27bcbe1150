import type { CreditCard } from '../../contract/responses';
import { usageFailure } from '../../failure';
import { foldSpaces } from '../../lib/fold';
import { closest } from '../../lib/suggest';
import { cardIn } from '../../tabular/card';
import { isDash, isNone } from '../../tabular/cells';
import { readRate } from '../../tabular/column';
import { statusIn } from '../../tabular/names';
import type { Reading, TableSource } from '../../tabular/record';
import { cellPlace, readRows, type TableCell } from '../../tabular/rows';
import { sheetColumns } from './sheet';
import {
  type Condition,
  conditions,
  type Decision,
  decisions,
  type FileKind,
  type Rules,
} from './types';

export interface RulesOptions {
  readonly kind: FileKind;
  readonly reading: Reading;
  /** The account's cards, asked for only if a rule names one. */
  cards(): Promise<readonly CreditCard[]>;
}

/**
 * Reads a file of rules. Throws a usage failure for a column, a card, a status or an earn rate that
 * is not known: a rule that is misread would decide about every order.
 */
export async function readRules(
  source: TableSource,
  { kind, reading, cards }: RulesOptions,
): Promise<Rules> {
  const known: readonly string[] = [...conditions, ...decisions];
  const columns = sheetColumns(kind.noun).flatMap((one) =>
    known.includes(one.field) ? [{ ...one, required: false }] : [],
  );
  const rules: Rules[number][] = [];
  for (const row of await readRows(source, { columns, reading, nearest: closest })) {
    // A dash as a group says that the order is not mine.
    const isSaid = ({ field, text }: TableCell) =>
      !isNone(text) || (field === 'group' && isDash(text));
    const cells = new Map(row.filled.filter(isSaid).map((cell) => [cell.field, cell]));
    const decides: Partial<Record<Decision, string>> = {};
    for (const field of decisions) {
      const cell = cells.get(field);
      if (cell === undefined) continue;
      const problem = await whyUnknown(field, cell.text, { kind, cards });
      if (problem !== undefined) {
        throw usageFailure(`${cellPlace(source.name, row, cell.header)}: ${problem}`, {
          hint: 'Nothing was sent.',
        });
      }
      decides[field] = cell.text;
    }
    const when = conditions.flatMap((field) => {
      const wanted = foldSpaces(cells.get(field)?.text ?? '');
      return wanted === '' ? [] : [[field, wanted] as const];
    });
    rules.push({ when, decides });
  }
  return rules;
}

async function whyUnknown(
  field: Decision,
  text: string,
  { kind, cards }: Omit<RulesOptions, 'reading'>,
): Promise<string | undefined> {
  if (field === 'card') {
    const choice = cardIn(text, await cards());
    return 'problem' in choice ? choice.problem : undefined;
  }
  if (field === 'status' && statusIn(text, kind.statuses) === undefined) {
    return `"${text}" is not a status; use one of ${kind.statuses.join(', ')}`;
  }
  if (field === 'earnRate' && typeof readRate(text) !== 'number') {
    return `"${text}" is not an earn rate`;
  }
  return undefined;
}

/** What the first rule that fits decides about a row; texts as `foldSpaces` has them. */
export function decided(
  rules: Rules,
  textOf: (field: Condition) => string,
): Readonly<Partial<Record<Decision, string>>> {
  const texts = new Map<Condition, string>();
  const holds = ([field, wanted]: readonly [Condition, string]) => {
    const text = texts.get(field) ?? textOf(field);
    texts.set(field, text);
    return text.includes(wanted);
  };
  return rules.find(({ when }) => when.every(holds))?.decides ?? {};
}
