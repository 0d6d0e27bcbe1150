import type { Secret } from '../secrets/secret';

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: Secret;
}

/** The names of the headers that carry them, in lower case. */
export type CredentialHeaders = Readonly<Record<'key' | 'secret', string>>;

/** Where the client gets the account's credentials; nothing is read before the first request. */
export interface CredentialSource {
  current(): Promise<Credentials>;
  /** Read once more after a 401, since they may have been rotated; undefined where they were not. */
  reread?(): Promise<Credentials | undefined>;
}

/** The credentials of one run, which all its requests share. */
export class RunCredentials {
  readonly #source: CredentialSource;
  #current: Promise<Credentials> | undefined;
  #rereading: Promise<Credentials | undefined> | undefined;

  constructor(source: CredentialSource) {
    this.#source = source;
  }

  current(): Promise<Credentials> {
    this.#current ??= this.#source.current();
    return this.#current;
  }

  /**
   * Whether there are other credentials than the refused ones. They are read again once a run, and
   * every request that was refused meanwhile waits for that.
   */
  async renewed(refused: Credentials): Promise<boolean> {
    if ((await this.current()) !== refused) return true;
    this.#rereading ??= this.#reread();
    const fresh = await this.#rereading;
    return fresh !== undefined && fresh !== refused;
  }

  async #reread(): Promise<Credentials | undefined> {
    const fresh = await this.#source.reread?.();
    if (fresh !== undefined) this.#current = Promise.resolve(fresh);
    return fresh;
  }
}
