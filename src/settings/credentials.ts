import type { Secret } from '../secrets/secret';

/** Where credentials came from, as `auth status` names it. */
export type CredentialStore = 'keychain' | 'file' | 'command' | 'environment';

/** The pair that every request carries ("Authentication", 1). */
export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: Secret;
  readonly store: CredentialStore;
}

/** Where the client gets credentials; nothing is read before it does. */
export interface CredentialSource {
  /** The credentials of this run, read once. Throws exit 4 if there are none. */
  current(): Promise<Credentials>;
  /**
   * Reads them once more after a 401, since they may have been rotated: once per run, however many
   * requests need it. Undefined if nothing changed.
   */
  reread(): Promise<Credentials | undefined>;
}
