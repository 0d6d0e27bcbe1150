import type { Api } from './api/types';
import { localDay, resolveDay } from './cli/day';
import type { GlobalFlags, MirrorFlagValues } from './cli/global-flags';
import { once } from './lib/once';
import type { MirrorAccess } from './mirror-access';
import type { Output } from './output/output';
import type { WithProgress } from './output/progress';
import type { Questions } from './output/questions';
import { createNotices, type Notices, type Screen } from './output/screen';
import type { Sink } from './output/sink';
import type { Redactor } from './secrets/secret';
import type { Service, ServiceOptions } from './service/index';
import { type Config, readConfig } from './settings/config-file';
import type { CredentialSource } from './settings/credential-source';
import { type FilePaths, filePaths } from './settings/paths';
import { profileEntry, resolveSettings, type Settings } from './settings/resolve';
import type { World } from './world';

export type { Service, ServiceInfo, ServiceOptions } from './service/index';

/** A service to call, and the settings to call it with. */
export interface Session {
  /** The account's service, or with `--sandbox` the embedded one. */
  readonly api: Api;
  readonly settings: Settings;
}

/** The embedded service's options, except those that the run supplies itself. */
export type SandboxOptions = Omit<ServiceOptions, 'database' | 'today' | 'clock' | 'random'> & {
  readonly database?: string | undefined;
};

/** What every command receives: the world, the global flags, and everything else on demand. */
export interface Context {
  readonly world: World;
  /** As typed; `settings()` has the values in effect. */
  readonly globals: GlobalFlags;
  /** Collects every secret that the run learns; both output streams pass through it. */
  readonly redactor: Redactor;
  readonly paths: FilePaths;
  /**
   * The effective values, read on first use. Throws if a variable, a setting or the settings file
   * itself is invalid.
   */
  settings(): Settings;
  /** The settings file as it is now, with all its profiles. */
  readConfig(): Config;
  /**
   * Where results go: the only way to stdout. Formatted as the settings say, or as `shown` does if
   * they can't be read.
   */
  output(shown?: Settings): Promise<Output>;
  /** Notices and warnings: the only way to stderr. */
  readonly notices: Notices;
  /** Shows the progress of long work on stderr, and clears it when the work ends. */
  readonly progress: WithProgress;
  /**
   * For what only a person can answer; each question names the flag that answers it in a script.
   */
  questions(): Promise<Questions>;
  /** The credentials of this run; nothing is read before they are needed. */
  credentials(): Promise<CredentialSource>;
  /** What a command works with: this run's service and settings. */
  session(): Promise<Session>;
  /** The local copy of the account; nothing is opened before it is needed. */
  mirror(): Promise<MirrorAccess>;
  /** Turns a fault of the mirror's file, met in the middle of reading, into a failure. */
  explain(error: unknown): Promise<unknown>;
  /**
   * The context for a command that only reads: with `--offline`, `--mirror` or `--sync` its session
   * reads the mirror, which returns the very same objects as the service.
   */
  reading(flags: MirrorFlagValues): Context;
  /** Today's date in this run, `YYYY-MM-DD`: `--today`, or else the date in local time. */
  today(): string;
  /**
   * The embedded service, on the usual database by default. The caller closes it. This is the only
   * place that loads it.
   */
  sandboxService(options?: SandboxOptions): Promise<Service>;
  /** Work for the very end, when nothing else is running; it must not fail the run. */
  atEnd(work: () => Promise<void>): void;
  /** Closes what was opened. Called once, at the end of the run. */
  close(): Promise<void>;
}

/** What a run builds its context from. */
export interface RunParts {
  readonly world: World;
  readonly globals: GlobalFlags;
  readonly redactor: Redactor;
  readonly sink: Sink;
  readonly screen: Screen;
  /** Called whenever the service has changed something. */
  readonly onChange: () => void;
}

export function createContext({
  world,
  globals,
  redactor,
  sink,
  screen,
  onChange,
}: RunParts): Context {
  const paths = filePaths(world);
  const notices = createNotices(screen, globals.quiet);
  const config = () =>
    readConfig(paths.configFile, { userId: world.userId, notice: notices.notice });
  const settings = once(() =>
    resolveSettings({ flags: globals, env: world.env, config: config() }),
  );
  const credentials = once(async () => {
    const { createCredentialSource } = await import('./settings/credential-source');
    const chosen = settings();
    return createCredentialSource({
      settings: chosen,
      world,
      redactor,
      readEntry: () => profileEntry(config(), chosen.profile),
    });
  });
  const today = once(() =>
    resolveDay(globals.today ?? { daysAgo: 0 }, localDay(world.clock.now())),
  );
  const sandboxService = async (options: SandboxOptions = {}) => {
    const { openService } = await import('./service/index');
    const { clock, random } = world;
    const database = options.database ?? paths.sandboxDatabase;
    return openService({ ...options, database, today, clock, random });
  };
  let opened: Promise<Api> | undefined;
  const open = async () => {
    const chosen = settings();
    // A keychain takes time: query it while everything else starts up, and let the first request
    // have the result.
    if (!chosen.sandbox) {
      credentials()
        .then((source) => source.current())
        .catch(() => {});
    }
    const { connect } = await import('./connect');
    const parts = { world, settings: chosen, redactor, notices, credentials, sandboxService };
    return connect({ ...parts, onChange });
  };
  const session = async () => {
    opened ??= open();
    return { api: await opened, settings: settings() };
  };
  let mirror: Promise<MirrorAccess> | undefined;
  const lastWork: (() => Promise<void>)[] = [];
  const context: Context = {
    world,
    globals,
    redactor,
    paths,
    settings,
    readConfig: config,
    notices,
    progress: async (task, work) => {
      const { progressOn } = await import('./output/progress');
      return progressOn(screen, globals.quiet, world)(task, work);
    },
    questions: once(async () => {
      const { createQuestions } = await import('./output/questions');
      return createQuestions({ world, settings: settings(), screen });
    }),
    output: async (shown = settings()) => {
      const { openOutput } = await import('./output/output');
      return openOutput({ settings: shown, world, sink, notices });
    },
    credentials,
    session,
    explain: async (error) => (await mirror?.catch(() => undefined))?.explain(error) ?? error,
    mirror: () => {
      mirror ??= import('./mirror-access').then(({ createMirrorAccess }) =>
        createMirrorAccess(context),
      );
      return mirror;
    },
    reading: (flags) => {
      if (!flags.offline && !flags.sync && flags.mirror === undefined) return context;
      return {
        ...context,
        session: once(async () => (await context.mirror()).session(flags)),
        // Don't complete with another account's values.
        ...(flags.mirror === undefined ? {} : { atEnd: () => {} }),
      };
    },
    today,
    sandboxService,
    atEnd: (work) => {
      lastWork.push(work);
    },
    close: async () => {
      const api = await opened?.catch(() => undefined);
      await api?.close();
      for (const work of lastWork) await work();
      (await mirror?.catch(() => undefined))?.close();
    },
  };
  return context;
}
