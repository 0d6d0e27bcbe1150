import { resolve } from 'node:path';
import { type Flag, kebab } from '../cli/flag';
import { type GlobalFlags, globalFlags } from '../cli/global-flags';
import { nameHint } from '../cli/suggest';
import { usageFailure } from '../failure';
import { parseBaseUrl } from './base-url';
import { type MirrorSetting, mirrorSettings } from './mirror-settings';

/** Prints the credentials as JSON; kept in a profile alone, no flag and no variable stands for it. */
export const credentialCommandKey = 'credentialCommand';

type FlagKey = keyof GlobalFlags;
export type SettingKey = FlagKey | MirrorSetting | typeof credentialCommandKey;

/** Whether the setting is one that only a profile keeps. */
export function isMirrorSetting(key: SettingKey): key is MirrorSetting {
  return Object.hasOwn(mirrorSettings, key);
}

/** What a profile may hold: the global flags that say so, the mirror's settings, and the command. */
export const settingKeys: readonly SettingKey[] = [
  ...(Object.keys(globalFlags) as FlagKey[]).filter((key) => {
    const flag: Flag<unknown> = globalFlags[key];
    return flag.setting === true;
  }),
  ...(Object.keys(mirrorSettings) as MirrorSetting[]),
  credentialCommandKey,
];

/** `baseUrl`, also as `base-url`, `--base-url` or `BASEURL`. Throws exit 2 for anything else. */
export function readSettingKey(typed: string): SettingKey {
  const plain = (text: string) => text.replace(/[-_]/g, '').toLowerCase();
  const found = settingKeys.find((key) => plain(key) === plain(typed));
  if (found !== undefined) return found;
  throw usageFailure(`There is no setting "${typed}"`, {
    hint: nameHint(
      kebab(typed).replace(/^-+/, ''),
      settingKeys,
      `There are: ${settingKeys.join(', ')}.`,
    ),
  });
}

/** The value as the settings file keeps it. Throws exit 2 where the flag would not take it. */
export function readSettingValue(key: SettingKey, typed: string): unknown {
  if (key === 'baseUrl') return parseBaseUrl(typed, key);
  // Another run may start in another folder.
  if (key === 'caFile') return resolve(typed);
  if (isMirrorSetting(key)) return mirrorSettings[key](typed, key);
  if (key !== credentialCommandKey) return globalFlags[key].parse([typed], key);
  if (typed.trim() === '') throw usageFailure(`${key} takes a command, not an empty text`);
  return typed;
}
