import { type Kind, kinds } from './kinds';
import type { Database } from './libsql';
import { readState, readValue } from './state';

interface Parts {
  /** Identifies the run's credentials; undefined for the sandbox. */
  readonly keyFingerprint: string | undefined;
  knows(kind: Kind, id: string): boolean;
  isEmpty(kind: Kind): boolean;
}

/** The proof that the service's account is the mirror's: an id in common. */
export class AccountProof {
  /** True if the mirror has no rows of an account: it is new, or was reset. */
  readonly isBlank: boolean;
  readonly hasNewKey: boolean;
  isProven = false;
  readonly #database: Database;
  readonly #knows: Parts['knows'];
  /** True if anything in the mirror could be another account's. */
  readonly #isNeeded: boolean;

  constructor(database: Database, { keyFingerprint: now, knows, isEmpty }: Parts) {
    this.#database = database;
    this.#knows = knows;
    const { lists } = readState(database);
    // An unfinished first sync proves nothing: start over.
    this.isBlank = kinds.every((kind) => lists[kind].baselineSeq === null || isEmpty(kind));
    const before = readValue(database, 'keyFingerprint');
    this.hasNewKey = before !== undefined && now !== undefined && before !== now;
    this.#isNeeded = !this.isBlank || (this.hasNewKey && this.#hasHistory());
  }

  get holds(): boolean {
    return this.isProven || !this.#isNeeded;
  }

  consider(kind: Kind, id: string): boolean {
    this.isProven ||= this.#knows(kind, id) || (this.isBlank && this.#remembers(kind, id));
    return this.isProven;
  }

  #hasHistory(): boolean {
    const found = this.#database.prepare(
      'SELECT 1 FROM event_log UNION ALL SELECT 1 FROM allocations UNION ALL SELECT 1 FROM base_acceptances LIMIT 1',
    );
    return found.get() !== undefined;
  }

  #remembers(kind: Kind, id: string): boolean {
    const found = this.#database.prepare(
      `SELECT 1 FROM event_log WHERE kind = ?1 AND id = ?2
       UNION ALL SELECT 1 FROM allocations WHERE order_id = ?2
       UNION ALL SELECT 1 FROM base_acceptances WHERE order_id = ?2 LIMIT 1`,
    );
    return found.get([kind, id]) !== undefined;
  }
}
