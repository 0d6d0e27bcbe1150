import { one } from '../../cli/definition';
import type { Context } from '../../context/context';
import type { View } from '../../output/view';
import { shownBaseUrl } from '../../settings/base-url';
import { type Config, checkProfileName } from '../../settings/config-file';
import { isOwnKey, ownDefaults, type SettingKey, settingKeys } from '../../settings/own-settings';
import { chooseProfile } from '../../settings/resolve';

/** One setting in effect for this run. */
export interface Setting {
  readonly key: SettingKey;
  readonly value: unknown;
  /** `flag`, `environment`, `profile` or `default`. */
  readonly from: string;
}

export const settingArgument = one('The name of a setting', { suggestions: settingKeys });

export const settingView: View<Setting> = {
  one: 'setting',
  empty: 'No settings.',
  fields: { key: 'text', value: 'text', from: 'text' },
  table: ['key', 'value', 'from'],
  card: ({ value }) => String(value ?? ''),
};

/** The value in effect for the key, and where it came from. */
export function effectiveSetting(context: Context, key: SettingKey): Setting {
  const settings = context.settings();
  if (key === 'baseUrl' && settings.baseUrl !== undefined) {
    return { key, value: shownBaseUrl(settings.baseUrl), from: settings.sources.baseUrl };
  }
  if (!isOwnKey(key)) {
    return { key, value: settings[key] ?? null, from: settings.sources[key] };
  }
  const kept = settings.entry?.settings;
  if (kept?.[key] !== undefined) return { key, value: kept[key], from: 'profile' };
  // A group without its own setting uses the one for all groups.
  const [usual = ''] = key.split('.');
  if (usual !== key) return effectiveSetting(context, usual as keyof typeof ownDefaults);
  return { key, value: ownDefaults[key as keyof typeof ownDefaults], from: 'default' };
}

/**
 * The profile that a change goes to. Reads no other settings, so that a bad value can be fixed.
 */
export function writtenProfile({ globals, world }: Context, config: Config): string {
  const { name } = chooseProfile({ flags: globals, env: world.env, config });
  return checkProfileName(name);
}
