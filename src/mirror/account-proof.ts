import { type Kind, kinds } from './kinds';
import type { Database } from './libsql';
import { readValue, selectedValue } from './state';
import type { MirrorWriter } from './writer';

/** The proof that the service's account is the mirror's: an id in common. */
export class AccountProof {
  /** True if the mirror has no rows of an account: it is new, or was reset. */
  readonly isBlank: boolean;
  readonly hasNewKey: boolean;
  isProven = false;
  /** True if anything in the mirror could be another account's. */
  readonly #isNeeded: boolean;

  /** `key` identifies the run's credentials; undefined for the sandbox. */
  constructor(
    private readonly database: Database,
    private readonly writer: MirrorWriter,
    key: string | undefined,
  ) {
    // An unfinished first sync proves nothing: start over.
    const isUnproven = (kind: Kind) => writer.lists[kind].isBaseline || writer.isEmpty(kind);
    this.isBlank = kinds.every(isUnproven);
    const before = readValue(database, 'keyFingerprint');
    this.hasNewKey = before !== undefined && key !== undefined && before !== key;
    const history =
      'SELECT 1 FROM event_log UNION ALL SELECT 1 FROM allocations UNION ALL SELECT 1 FROM base_acceptances LIMIT 1';
    this.#isNeeded =
      !this.isBlank || (this.hasNewKey && selectedValue(database, history) !== undefined);
  }

  get holds(): boolean {
    return this.isProven || !this.#isNeeded;
  }

  consider(kind: Kind, id: string): boolean {
    this.isProven ||=
      this.writer.lists[kind].known.has(id) || (this.isBlank && this.#remembers(kind, id));
    return this.isProven;
  }

  #remembers(kind: Kind, id: string): boolean {
    const sql = `SELECT 1 FROM event_log WHERE kind = ?1 AND id = ?2
      UNION ALL SELECT 1 FROM allocations WHERE order_id = ?2
      UNION ALL SELECT 1 FROM base_acceptances WHERE order_id = ?2 LIMIT 1`;
    return selectedValue(this.database, sql, [kind, id]) !== undefined;
  }
}
