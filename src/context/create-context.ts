import type { Api } from '../api/types';
import { localDay, resolveDay } from '../cli/day';
import type { GlobalFlags } from '../cli/global-flags';
import { once } from '../lib/once';
import { isMistakenZone } from '../lib/time-zone';
import { outputOptions } from '../output/options';
import { createNotices, type Notices, type Screen } from '../output/screen';
import type { Sink } from '../output/sink';
import { spoken } from '../output/spoken';
import type { Redactor } from '../secrets/secret';
import { readConfig, readConfigSoftly } from '../settings/config-file';
import { filePaths } from '../settings/paths';
import { profileEntry, resolveSettings, settingOrDefault } from '../settings/resolve';
import type { World } from '../world';
import type { Context, MirrorAccess, SandboxOptions } from './context';

export interface RunParts {
  readonly world: World;
  readonly globals: GlobalFlags;
  readonly redactor: Redactor;
  readonly sink: Sink;
  readonly screen: Screen;
  readonly onChange: () => void;
}

/** Settings as far as they are known at any time: those of the file only if it can be read. */
export function inputsAtAnyTime(world: World, flags: GlobalFlags) {
  return { flags, env: world.env, config: readConfigSoftly(filePaths(world).configFile, world) };
}

export function createContext(run: RunParts): Context {
  const { world, globals, redactor, sink, screen, onChange } = run;
  const paths = filePaths(world);
  /** True if a screen reader reads along. */
  const accessible = once(() => settingOrDefault('accessible', inputsAtAnyTime(world, globals)));
  screen.redraws = () => screen.isTerminal() && world.env.TERM !== 'dumb' && !accessible();
  const say = (text: string) => (accessible() ? spoken(text) : text);
  const notices = createNotices(screen, globals.quiet, say);
  const config = () =>
    readConfig(paths.configFile, { userId: world.userId, notice: notices.notice });
  const settings = once(() =>
    resolveSettings({ flags: globals, env: world.env, config: config() }),
  );
  const credentials = once(async () => {
    const { createCredentialSource } = await import('../settings/credential-source');
    const chosen = settings();
    return createCredentialSource({
      settings: chosen,
      world,
      redactor,
      readEntry: () => profileEntry(config(), chosen.profile),
    });
  });
  const today = once(() => {
    if (globals.today === undefined) sayMistakenZone(world, notices);
    return resolveDay(globals.today ?? { daysAgo: 0 }, localDay(world.clock.now()));
  });
  const sandboxService = async (options: SandboxOptions = {}) => {
    const { openService } = await import('../service/index');
    const { clock, random } = world;
    const database = options.database ?? paths.sandboxDatabase;
    return openService({ ...options, database, today, clock, random });
  };
  let opened: Promise<Api> | undefined;
  const open = async () => {
    const chosen = settings();
    // A keychain takes time: query it while everything else starts up.
    if (!chosen.sandbox) {
      credentials()
        .then((source) => source.current())
        .catch(() => {});
    }
    const { connectApi: connect } = await import('./connect');
    const parts = { world, settings: chosen, redactor, notices, credentials, sandboxService };
    return connect({ ...parts, onChange });
  };
  const session = async () => {
    opened ??= open();
    return { api: await opened, settings: settings() };
  };
  let mirror: Promise<MirrorAccess> | undefined;
  const sayOnce = once(() => sayProfile(context, screen.isTerminal(), opened, mirror));
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
      const { progressOn } = await import('../output/progress');
      return progressOn(screen, globals.quiet, world)(task, work);
    },
    questions: once(async () => {
      const { createQuestions } = await import('../output/questions');
      return createQuestions({ world, settings: settings(), screen });
    }),
    output: async (shown = settings()) => {
      const { createOutput } = await import('../output/output');
      const options = outputOptions(shown, world);
      const { interruption } = world;
      return createOutput({ options, sink, notices, interruption, onShown: sayOnce });
    },
    outputOf: async (view) => {
      const output = await context.output();
      output.expect(view);
      return output;
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
        ...(flags.mirror === undefined ? {} : { keepForCompletion: () => {} }),
      };
    },
    today,
    sandboxService,
    keepForCompletion: (shown) => {
      lastWork.push(async () => {
        const { keepCompletionValues } = await import('../settings/completion-values');
        keepCompletionValues(shown, context);
      });
    },
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

function sayMistakenZone({ env }: World, { notice }: Notices): void {
  if (env.TZ === undefined || !isMistakenZone(env.TZ)) return;
  const words = `TZ=${env.TZ} is no zone that waybill can read, so today is the day in UTC.`;
  notice(`${words} Use a name such as America/New_York.`);
}

/** Says whose figures follow, where the settings know several accounts and the run reads one of them. */
async function sayProfile(
  { settings, world, notices }: Context,
  isTerminal: boolean,
  opened: Promise<Api> | undefined,
  mirror: Promise<MirrorAccess> | undefined,
): Promise<void> {
  const { sandbox, entry, profile, profiles } = settings();
  if (!isTerminal || sandbox || entry === undefined || profiles.length < 2) return;
  if (world.env.WAYBILL_API_KEY) return;
  if (mirror === undefined ? opened === undefined : (await mirror).isNamed()) return;
  notices.notice(`Profile: ${profile}`);
}
