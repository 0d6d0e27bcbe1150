import {
  groupMeant,
  type KnownNames,
  knownNames,
  type NameMeant,
  nameKey,
  retailerMeant,
  statusMeant,
} from '../../contract/named';
import { type NamedField, NameRemarks } from '../../orders/meant-names';
import { readRate } from '../../tabular/column';
import type { Fallback } from './order';
import type { Defaults, FileKind, PlanOptions } from './types';

/** The names of the account that the texts of a file may mean. */
export interface FileNames {
  readonly groups: KnownNames;
  readonly retailers: KnownNames;
}

/** What the texts of the file mean: groups, retailers, statuses, rates. Keeps what is worth a notice. */
export class Meanings {
  readonly notices = new Set<string>();
  /** Of groups and retailers. */
  readonly names = new NameRemarks();
  /** Unknown names keep the spelling of their first row. */
  readonly #spelled = new Map<string, string>();

  constructor(
    private readonly kind: FileKind,
    private readonly known: FileNames,
  ) {}

  group(text: string): string {
    return this.#name(this.kind.group, text, groupMeant(text, this.known.groups));
  }

  /** A layout's own name for a retailer is not typed, so nothing is said of it. */
  retailer(text: string, isTyped = true): string {
    const meant = retailerMeant(text, this.known.retailers);
    return isTyped ? this.#name('retailer', text, meant) : meant.name;
  }

  #name(field: NamedField, text: string, meant: NameMeant): string {
    const key = `${field} ${nameKey(text)}`;
    const name = meant.isKnown ? meant.name : (this.#spelled.get(key) ?? meant.name);
    this.#spelled.set(key, name);
    this.names.add(field, text, { ...meant, name });
    return name;
  }

  /** What the flags say about orders whose rows say nothing. */
  fallback(defaults: Defaults, retailer: string | undefined): Fallback {
    const { group, status, earnRate, account, card, subCard } = defaults;
    return {
      ...{ account, card, subCard },
      retailer:
        retailer === undefined
          ? undefined
          : this.retailer(retailer, defaults.retailer !== undefined),
      group: group === undefined ? undefined : this.group(group),
      status: status === undefined ? undefined : this.status(status),
      earnRate: readRate(earnRate) ?? undefined,
    };
  }

  status(text: string): string | undefined {
    const status = statusMeant(text, this.kind.statuses);
    if (status === undefined)
      this.notices.add(`"${text}" is not a status of the service: left out.`);
    return status;
  }
}

/** The names of the account, read only if the file has a retailer, or a group that is not known by name. */
export async function namesFor(
  groups: readonly (string | undefined)[],
  hasRetailers: boolean,
  { kind, names }: PlanOptions,
): Promise<FileNames> {
  const featured = knownNames(kind.featured);
  const isKnown = groups.every((text) => text === undefined || groupMeant(text, featured).isKnown);
  return {
    groups: isKnown ? featured : await names(kind.group),
    retailers: hasRetailers ? await names('retailer') : new Map(),
  };
}
