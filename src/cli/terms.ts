import type { TreeArgument, TreeFlag } from './tree';

/** How usage lines name an argument: `<order>...`, `[topic]`. */
export function argumentTerm({
  name,
  optional,
  variadic,
}: Pick<TreeArgument, 'name' | 'optional' | 'variadic'>): string {
  return `${optional ? `[${name}]` : `<${name}>`}${variadic ? '...' : ''}`;
}

/** `-o, --output <format>`, with the place of an absent short form left empty. */
export function flagTerm({
  label,
  short,
  placeholder,
}: Pick<TreeFlag, 'label' | 'short' | 'placeholder'>): string {
  const front = short === undefined ? '    ' : `-${short}, `;
  return `${front}${label}${placeholder === undefined ? '' : ` ${placeholder}`}`;
}

/** What help adds to a flag's description: `(1 to 16; default 4; WAYBILL_CONCURRENCY)`. */
export function flagNotes(flag: TreeFlag): string {
  const { choices, joined, rangeText, repeatable, defaultText, environment } = flag;
  const notes = [
    ...(choices === undefined ? [] : [choices.join(', ')]),
    ...(rangeText === undefined ? [] : [rangeText]),
    ...(repeatable && !joined ? ['repeatable'] : []),
    ...(defaultText === undefined ? [] : [`default ${defaultText}`]),
    ...(environment === undefined ? [] : [environment]),
  ];
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`;
}

/** The line after `Usage:`. */
export function usageLine(path: readonly string[], args: readonly TreeArgument[]): string {
  return ['waybill', ...path, ...args.map(argumentTerm), '[flags]'].join(' ');
}
