import { defineCommand } from '../../cli/definition';
import { changeConfig, withProfile } from '../../settings/change-config';
import { keptKey, readSettingKey } from '../../settings/own-settings';
import { profileEntry } from '../../settings/resolve';
import { settingArgument, writtenProfile } from './setting';

export const command = defineCommand({
  summary: 'Remove a setting from the profile, so that the default applies',
  arguments: { key: settingArgument },
  examples: {
    'waybill config unset output': 'Go back to tables',
    'waybill config unset concurrency --profile work': 'Change one profile only',
  },
  async run(typed, context) {
    const key = readSettingKey(typed.key);
    await changeConfig(context, (config) => {
      const name = writtenProfile(context, config);
      const entry = profileEntry(config, name);
      if (entry?.settings === undefined) return config;
      const { [keptKey(entry.settings, key) ?? key]: _, ...settings } = entry.settings;
      return withProfile(config, name, { ...entry, settings });
    });
  },
});
