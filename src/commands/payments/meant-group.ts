import type { Context } from '../../context/context';
import { groupMeant, type KnownNames, meantNotice, type NameMeant } from '../../contract/named';

/** The group that was typed: says so where the text is another one, and warns if no order has it. */
export function meantGroup(
  typed: string,
  groups: KnownNames,
  { notice, warning }: Pick<Context['notices'], 'notice' | 'warning'>,
): NameMeant {
  const meant = groupMeant(typed, groups);
  const spelled = meantNotice(typed, meant.name);
  const hint = meant.nearest === undefined ? '' : ` Did you mean ${meant.nearest}?`;
  if (!meant.isKnown) warning(`No order belongs to group "${meant.name}".${hint}`);
  else if (spelled !== undefined) notice(`${spelled}.`);
  return meant;
}
