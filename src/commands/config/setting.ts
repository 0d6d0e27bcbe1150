import { one } from '../../cli/definition';
import type { Context } from '../../context';
import type { View } from '../../output/view';
import type { Config } from '../../settings/config-file';
import { mirrorDefaults } from '../../settings/mirror-settings';
import { checkProfileName } from '../../settings/profile-name';
import { chooseProfile } from '../../settings/resolve';
import {
  credentialCommandKey,
  isMirrorSetting,
  type SettingKey,
  settingKeys,
} from '../../settings/setting-keys';

/** One setting as this run sees it. */
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

/** What counts in this run for the key, and where it came from. */
export function effectiveSetting(context: Context, key: SettingKey): Setting {
  const settings = context.settings();
  if (key !== credentialCommandKey && !isMirrorSetting(key)) {
    return { key, value: settings[key] ?? null, from: settings.sources[key] };
  }
  const value = settings.entry?.settings?.[key] ?? null;
  if (value !== null) return { key, value, from: 'profile' };
  return { key, value: isMirrorSetting(key) ? mirrorDefaults[key] : null, from: 'default' };
}

/**
 * The profile that a change goes to. Nothing else of the settings is looked at, so that a value gone
 * bad can be put right.
 */
export function writtenProfile({ globals, world }: Context, config: Config): string {
  const { name } = chooseProfile({ flags: globals, env: world.env, config });
  return checkProfileName(name);
}
