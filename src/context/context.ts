import type { Api } from '../api/types';
import type { GlobalFlags, MirrorFlagValues } from '../cli/global-flags';
import type { StoredOrderKind } from '../contract/order-kinds';
import type { Failure } from '../failure';
import type { Database } from '../mirror/libsql';
import type { SkippedSync, SyncOptions, SyncResult } from '../mirror/sync';
import type { Output } from '../output/output';
import type { WithProgress } from '../output/progress';
import type { Questions } from '../output/questions';
import type { Notices } from '../output/screen';
import type { View } from '../output/view';
import type { Redactor } from '../secrets/secret';
import type { Service, ServiceOptions } from '../service/index';
import type { ShownValues } from '../settings/completion-values';
import type { Config } from '../settings/config-file';
import type { CredentialSource } from '../settings/credential-source';
import type { FilePaths } from '../settings/paths';
import type { Settings } from '../settings/resolve';
import type { World } from '../world';

export type { Service, ServiceInfo } from '../service/index';

export interface Session {
  /** The account's service, or with `--sandbox` the embedded one. */
  readonly api: Api;
  readonly settings: Settings;
}

/** The embedded service's options, except those that the run supplies itself. */
export type SandboxOptions = Omit<ServiceOptions, 'database' | 'today' | 'clock' | 'random'> & {
  readonly database?: string | undefined;
};

/** A mirror whose first sync finished, open for reading only. The run closes it at its end. */
export interface OpenMirror {
  readonly path: string;
  readonly database: Database;
  /** ISO time of the end of the last complete sync. */
  readonly asOf: string;
  /** True if every sync since then has finished too. */
  readonly complete: boolean;
}

/** The wishes of the `sync` command's flags; times in milliseconds. */
export type SyncWishes = Pick<
  SyncOptions,
  'quick' | 'only' | 'ifOlder' | 'wait' | 'acceptRemovals' | 'newAccount'
>;

/** The one way to the account's mirror, whatever needs it. */
export interface MirrorAccess {
  /** This account's own file, in a folder that nobody else may write to; it may not exist. */
  ownPath(): Promise<string>;
  /**
   * Opens the mirror to read it. Without one it syncs first, with a notice; with `--offline`, or if
   * `--mirror` names no mirror, it throws exit 14. Warns if it may be another account's, or calls
   * `onOtherKey` instead.
   */
  open(
    flags: Partial<MirrorFlagValues>,
    onOtherKey?: (failure: Failure) => void,
  ): Promise<OpenMirror>;
  /** Warns if another mirror's views compute rewards with another value of a point than reports do. */
  warnOfPointValue(mirror: OpenMirror, flags: Partial<MirrorFlagValues>): Promise<void>;
  /** This account's own mirror if it exists and can be read; prompts for nothing and prints nothing. */
  openIfThere(): Promise<OpenMirror | undefined>;
  /** Reads this account's own mirror like the service, if it is as new as `mirrorStale` wants. */
  sessionIfFresh(): Promise<Session | undefined>;
  /**
   * Opens the mirror for writing while the work runs. Refuses `--mirror` (exit 2), since another mirror is
   * never written to, and one that may be another account's (exit 7). `at` is the ISO time to record.
   */
  write<T>(
    flags: Partial<MirrorFlagValues>,
    work: (database: Database, at: string) => T,
  ): Promise<T>;
  /** Opens the mirror as `open` does, to read it like the service: the very same objects. */
  session(flags: Partial<MirrorFlagValues>): Promise<Session>;
  /** True if the mirror that was opened is the one of `--mirror`: whose it is, nothing says. */
  isNamed(): boolean;
  /** Ids by order number, from this account's own mirror if it has one. They may be old. */
  idsByNumber(
    kind: StoredOrderKind,
    orderNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  sync(wishes?: SyncWishes): Promise<SyncResult | SkippedSync>;
  /** Turns an error from reading a damaged mirror into a failure; returns others unchanged. */
  explain(error: unknown): unknown;
  close(): void;
}

/** The world, the global flags and everything else on demand: each command receives this. */
export interface Context {
  readonly world: World;
  /** As typed; `settings()` has the values in effect. */
  readonly globals: GlobalFlags;
  /** Collects every secret that the run learns; both output streams pass through it. */
  readonly redactor: Redactor;
  readonly paths: FilePaths;
  /** The effective values, read on first use. Throws if a variable, a setting or the file is invalid. */
  settings(): Settings;
  /** The settings file as it is now, with all its profiles. */
  readConfig(): Config;
  /** The only way to stdout. Formatted as the settings say, or as `shown` does if they can't be read. */
  output(shown?: Settings): Promise<Output>;
  /** The output for things of this view. Refuses a misspelled `--fields`, before anything is done. */
  outputOf<T>(view: View<T>): Promise<Output>;
  /** The only way to stderr. */
  readonly notices: Notices;
  /** Shows the progress of long work on stderr, and clears it when the work ends. */
  readonly progress: WithProgress;
  /** For what only a person can answer; each question names the flag that answers it in a script. */
  questions(): Promise<Questions>;
  /** The credentials of this run; nothing is read before they are needed. */
  credentials(): Promise<CredentialSource>;
  session(): Promise<Session>;
  /** The local copy of the account; nothing is opened before it is needed. */
  mirror(): Promise<MirrorAccess>;
  /** Turns a fault of the mirror's file, met in the middle of reading, into a failure. */
  explain(error: unknown): Promise<unknown>;
  /** The context for a command that only reads: its session may read the mirror, with the very same objects. */
  reading(flags: MirrorFlagValues): Context;
  /** Today's date in this run, `YYYY-MM-DD`: `--today`, or else the date in local time. */
  today(): string;
  /** The embedded service, on the usual database by default. The caller closes it. */
  sandboxService(options?: SandboxOptions): Promise<Service>;
  /** Keeps what completion offers of these orders and cards, at the end of the run. */
  keepForCompletion(shown: ShownValues): void;
  /** Work for the very end, when nothing else is running; it must not fail the run. */
  atEnd(work: () => Promise<void>): void;
  /** Closes what was opened. Called once, at the end of the run. */
  close(): Promise<void>;
}
