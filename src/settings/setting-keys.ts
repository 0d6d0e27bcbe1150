import { resolve } from 'node:path';
import { type Flag, kebab } from '../cli/flag';
import { type GlobalFlags, globalFlags } from '../cli/global-flags';
import { usageFailure } from '../failure';
import { nameHint } from '../lib/suggest';
import { parseBaseUrl } from './base-url';
import { isOwnKey, type OwnKey, ownDefaults, readOwnSetting } from './own-settings';

/** Prints the credentials as JSON; exists only in a profile, without a flag or a variable. */
export const credentialCommandKey = 'credentialCommand';

type FlagKey = keyof GlobalFlags;
export type SettingKey = FlagKey | OwnKey;

const overduePrefix = 'overdueAfter.';

/** What a profile may hold: the global flags marked for it, and waybill's own settings. */
export const settingKeys: readonly SettingKey[] = [
  ...(Object.keys(globalFlags) as FlagKey[]).filter((key) => {
    const flag: Flag<unknown> = globalFlags[key];
    return flag.setting === true;
  }),
  ...(Object.keys(ownDefaults) as OwnKey[]),
];

/**
 * `baseUrl`, also written `base-url`, `--base-url` or `BASEURL`; `overdueAfter.bfmr` is one for
 * each group. Throws exit 2 for anything else.
 */
export function readSettingKey(typed: string): SettingKey {
  const plain = (text: string) => text.replace(/[-_]/g, '').toLowerCase();
  const [name = '', group] = typed.split(/\.(.*)/s);
  if (group !== undefined && group.trim() !== '' && plain(name) === 'overdueafter') {
    return `${overduePrefix}${group.trim()}`;
  }
  const found = settingKeys.find((key) => plain(key) === plain(typed));
  if (found !== undefined) return found;
  throw usageFailure(`Unknown setting "${typed}"`, {
    hint: nameHint(
      kebab(typed).replace(/^-+/, ''),
      settingKeys,
      `Settings: ${settingKeys.join(', ')}, ${overduePrefix}<group>.`,
    ),
  });
}

/** The value as stored in the settings file. Throws exit 2 if the flag would not accept it. */
export function readSettingValue(key: SettingKey, typed: string): unknown {
  if (key === 'baseUrl') return parseBaseUrl(typed, key);
  // Another run may start in a different folder.
  if (key === 'caFile') return resolve(typed);
  return isOwnKey(key) ? readOwnSetting(key, typed) : globalFlags[key].parse([typed], key);
}
