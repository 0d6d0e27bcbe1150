import { plainName } from '../../lib/fold';
import { readRate } from '../../tabular/column';
import { groupNames, statusIn } from '../../tabular/names';
import type { Fallback } from './order';
import type { Defaults, FileKind, PlanOptions } from './types';

/** What the texts of the file mean: groups, statuses, rates. Keeps what is worth a notice. */
export class Meanings {
  readonly notices = new Set<string>();
  readonly warnings = new Set<string>();
  /** Unknown groups keep the spelling of their first row. */
  readonly #spelled = new Map<string, string>();

  constructor(
    private readonly kind: FileKind,
    private readonly known: ReturnType<typeof groupNames>,
  ) {}

  group(text: string): string {
    const { group, isKnown, nearest } = this.known(text);
    if (isKnown) return group;
    const key = plainName(text);
    const spelled = this.#spelled.get(key) ?? text;
    this.#spelled.set(key, spelled);
    const near = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    this.warnings.add(
      `"${spelled}" is no ${this.kind.groupFlag} of this account yet${near || '.'}`,
    );
    return spelled;
  }

  /** What the flags say about orders whose rows say nothing. */
  fallback(defaults: Defaults, retailer: string | undefined): Fallback {
    const { group, status, earnRate, account, card, subCard } = defaults;
    return {
      ...{ retailer, account, card, subCard },
      group: group === undefined ? undefined : this.group(group),
      status: status === undefined ? undefined : this.status(status),
      earnRate: readRate(earnRate) ?? undefined,
    };
  }

  status(text: string): string | undefined {
    const status = statusIn(text, this.kind.statuses);
    if (status === undefined)
      this.notices.add(`"${text}" is not a status of the service: left out.`);
    return status;
  }
}

/** The group texts of the account are read only if the file has one that is not known by name. */
export async function knownGroups(
  named: readonly (string | undefined)[],
  { kind, groups }: PlanOptions,
) {
  const texts = [...new Set(named.flatMap((text) => text ?? []))];
  const known = groupNames(kind.featured, []);
  return texts.every((text) => known(text).isKnown)
    ? known
    : groupNames(kind.featured, await groups());
}
