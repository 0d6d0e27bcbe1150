import {
  groupMeant,
  type KnownNames,
  knownNames,
  type NameMeant,
  nameKey,
  statusMeant,
} from '../../contract/named';
import { type NameField, NameRemarks, retailerAmong } from '../../orders/meant-names';
import { plainIdentifier, readRate } from '../../tabular/cells';
import type { Fallback } from './order';
import type { Defaults, FileKind, PlanOptions } from './types';

/** The names of the account that the texts of a file may mean. */
export interface FileNames {
  readonly groups: KnownNames;
  /** Those on orders of this kind, then those of the other kind. */
  readonly retailers: readonly KnownNames[];
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
    const typed = plainIdentifier(text);
    return this.#name(this.kind.group, typed, groupMeant(typed, this.known.groups));
  }

  /** A layout's own name for a retailer is not typed, so nothing is said of it. */
  retailer(text: string, isTyped = true): string {
    const meant = retailerAmong(text, this.known.retailers);
    return isTyped ? this.#name('retailer', text, meant) : meant.name;
  }

  #name(field: NameField, text: string, meant: NameMeant): string {
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

/** The names of the account, read only as far as these texts need them. */
export async function namesFor(
  groups: readonly (string | undefined)[],
  retailers: readonly (string | undefined)[],
  { kind, names }: Pick<PlanOptions, 'kind' | 'names'>,
): Promise<FileNames> {
  const featured = knownNames(kind.featured);
  const isKnown = groups.every((text) => !text || groupMeant(text, featured).isKnown);
  const texts = retailers.filter((text) => text !== undefined && text !== '') as readonly string[];
  const own = texts.length === 0 ? [] : [await names.names('retailer')];
  const areOwn = texts.every((text) => retailerAmong(text, own).isKnown);
  return {
    groups: isKnown ? featured : await names.names(kind.group),
    retailers: areOwn ? own : [...own, await names.otherRetailers()],
  };
}
