import { type GlobalFlags, refuseDryRun } from '../cli/global-flags';
import type { Config, ProfileEntry } from './config-file';
import type { ConfigChange, Machine } from './config-writer';
import type { FilePaths } from './paths';

interface Run {
  readonly globals: Pick<GlobalFlags, 'dryRun'>;
  readonly paths: FilePaths;
  readonly world: Machine & { readonly userId: number | undefined };
  readonly notices: { notice(text: string): void };
}

/**
 * Changes the settings file. Refuses `--dry-run`, which shows requests: a user who typed it expects no
 * change.
 */
export async function changeConfig(
  context: Run,
  change: (config: Config) => Config,
): Promise<ConfigChange> {
  refuseDryRun(context);
  const { changeConfig: write } = await import('./config-writer');
  const { paths, world, notices } = context;
  return write(paths, change, { userId: world.userId, notice: notices.notice, world });
}

/** The config with one profile replaced; undefined removes it. */
export function withProfile(config: Config, name: string, entry: ProfileEntry | undefined): Config {
  const others = Object.entries(config.profiles).filter(([other]) => other !== name);
  const all = entry === undefined ? others : [...others, [name, entry] as const];
  return { ...config, profiles: Object.fromEntries(all) };
}
