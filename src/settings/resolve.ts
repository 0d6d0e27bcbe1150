import type { Flag } from '../cli/flag';
import { defaults, type GlobalFlags, globalFlags } from '../cli/global-flags';
import { Failure, usageFailure } from '../failure';
import { unlessItThrows } from '../lib/once';
import type { World } from '../world';
import {
  type Config,
  emptyConfig,
  type ProfileEntry,
  profileFlag,
  settingText,
} from './config-file';
import { checkOwnSetting } from './own-settings';

/** The origin of a value: "A flag beats an environment variable, which beats the profile, …". */
export type SettingSource = 'flag' | 'environment' | 'profile' | 'default';

type AlwaysSet = 'profile' | keyof typeof defaults;

/** The value of every global flag. The profile may not exist. */
type SettingValues = GlobalFlags & { readonly [K in AlwaysSet]: NonNullable<GlobalFlags[K]> };

export interface Settings extends SettingValues {
  readonly sources: Readonly<Record<keyof GlobalFlags, SettingSource>>;
  /** The chosen profile in the config; undefined if it does not exist. */
  readonly entry: ProfileEntry | undefined;
  /** The names of all profiles, to suggest one for a typo. */
  readonly profiles: readonly string[];
}

export interface SettingInputs {
  readonly flags: GlobalFlags;
  readonly env: World['env'];
  readonly config: Config;
}

type Chosen = ReturnType<typeof chooseProfile>;

export const defaultProfileName = 'default';

/** The profile of this run: flag, variable, the one chosen with `auth switch`, or `default`. */
export function chooseProfile({ flags, env, config }: SettingInputs) {
  const set = fromEnvironment('profile', globalFlags.profile, env) as string | undefined;
  const named = flags.profile ?? set;
  const name = named ?? config.defaultProfile ?? defaultProfileName;
  const from = flags.profile === undefined ? 'environment' : 'flag';
  const source: SettingSource = named === undefined ? 'default' : from;
  return { name, source, entry: profileEntry(config, name) };
}

/** The profile with that name; a name such as `__proto__` finds only what was stored under it. */
export function profileEntry(config: Config, name: string): ProfileEntry | undefined {
  return Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined;
}

/**
 * no-color.org: "when present and not an empty string (regardless of its value)". FORCE_COLOR is read as Node
 * reads it, except that empty means unset, and overrides NO_COLOR.
 */
function colorFromEnvironment(env: World['env']): string | undefined {
  const force = env.FORCE_COLOR;
  if (force) return ['0', 'false'].includes(force) ? 'never' : 'always';
  return env.NO_COLOR ? 'never' : undefined;
}

function fromFlag(key: keyof GlobalFlags, flags: GlobalFlags): unknown {
  if (key === 'output' && flags.json) {
    if (flags.output !== undefined && flags.output !== 'json') {
      throw usageFailure(`--json and -o ${flags.output} can't be used together`);
    }
    return 'json';
  }
  const value = flags[key];
  return value === false ? undefined : value;
}

function fromEnvironment(key: string, flag: Flag<unknown>, env: World['env']): unknown {
  if (key === 'color') return colorFromEnvironment(env);
  if (flag.environment === undefined) return undefined;
  const text = env[flag.environment];
  if (text === undefined) return undefined;
  // An empty variable counts as unset; for a switch it means off, even if a profile has it on.
  if (text === '' && flag.placeholder !== undefined) return undefined;
  return flag.parse([text], flag.environment);
}

/** Reads a setting of a profile, given its name in messages. A failure says how to change it. */
function reading<T>(key: string, { name, source }: Chosen, read: (label: string) => T): T {
  try {
    return read(`the setting ${key} of profile "${name}"`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const flag = profileFlag({ profile: name, sources: { profile: source } });
    const advice = `Change it with waybill config set ${key} <value>${flag}, or remove it with waybill config unset ${key}${flag}.`;
    throw error.with({
      message: error.message.replace(/^./, (first) => first.toUpperCase()),
      hint: error.hint === undefined ? advice : `${error.hint} ${advice}`,
    });
  }
}

function find(
  key: keyof GlobalFlags,
  { flags, env }: SettingInputs,
  chosen: Chosen,
): { readonly value: unknown; readonly source: SettingSource } {
  const typed = fromFlag(key, flags);
  if (typed !== undefined) return { value: typed, source: 'flag' };
  // A flag that names an account beats a variable that asks for the sandbox.
  const namesAccount = flags.profile !== undefined || flags.baseUrl !== undefined;
  if (key === 'sandbox' && namesAccount) return { value: false, source: 'flag' };
  const flag: Flag<unknown> = globalFlags[key];
  const set = fromEnvironment(key, flag, env);
  if (set !== undefined) return { value: set, source: 'environment' };
  const kept = reading(key, chosen, (label) => {
    const saved = flag.setting ? settingText(chosen.entry?.settings?.[key], label) : undefined;
    return saved === undefined ? undefined : flag.parse([saved], label);
  });
  if (kept !== undefined) return { value: kept, source: 'profile' };
  const unset = flag.placeholder === undefined ? false : undefined;
  const value = key in defaults ? defaults[key as keyof typeof defaults] : unset;
  return { value, source: 'default' };
}

/** One value, for output before the settings are known to be valid: the default if one of them is not. */
export function settingOrDefault<K extends 'output' | 'color' | 'debug' | 'accessible'>(
  key: K,
  inputs: SettingInputs,
): SettingValues[K] {
  const fallback = key in defaults ? defaults[key as 'output' | 'color'] : false;
  const found = unlessItThrows(() => find(key, inputs, chooseProfile(inputs)));
  return (found?.value ?? fallback) as SettingValues[K];
}

/** The value of every global flag and its source. Throws a usage failure that names what is invalid. */
export function resolveSettings(inputs: SettingInputs): Settings {
  const chosen = chooseProfile(inputs);
  const { name: profile, entry } = chosen;
  for (const [key, value] of Object.entries(entry?.settings ?? {})) {
    reading(key, chosen, (label) => checkOwnSetting(key, value, label));
  }
  const keys = Object.keys(globalFlags) as (keyof GlobalFlags)[];
  const found = keys.map((key) => [key, find(key, inputs, chosen)] as const);
  const values = Object.fromEntries(found.map(([key, { value }]) => [key, value]));
  const sources = Object.fromEntries(found.map(([key, { source }]) => [key, source]));
  return {
    ...(values as SettingValues),
    profile,
    sources: sources as Settings['sources'],
    entry,
    profiles: Object.keys(inputs.config.profiles),
  };
}

/** For commands that help fix the settings: the defaults and flags if they can't be read. */
export function settingsOrDefaults(context: {
  settings(): Settings;
  readonly globals: GlobalFlags;
}): Settings {
  return (
    unlessItThrows(() => context.settings()) ??
    resolveSettings({ flags: context.globals, env: {}, config: emptyConfig })
  );
}
