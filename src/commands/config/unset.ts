import { defineCommand } from '../../command/definition';
import { profileEntry } from '../../settings/resolve';
import { readSettingKey } from '../../settings/setting-keys';
import { changeConfig, withProfile } from '../shared/change-config';
import { settingArgument } from './setting';
import { writtenProfile } from './written-profile';

export const command = defineCommand({
  describe: 'Takes a value out of the profile, so that the default counts again.',
  arguments: { key: settingArgument },
  flags: {},
  examples: [
    { command: 'waybill config unset output', explains: 'Tables again' },
    {
      command: 'waybill config unset concurrency --profile work',
      explains: 'For one profile alone',
    },
  ],
  async run({ arguments: typed }, context) {
    const key = readSettingKey(typed.key);
    await changeConfig(context, (config) => {
      const name = writtenProfile(context, config);
      const entry = profileEntry(config, name);
      if (entry?.settings === undefined) return config;
      const { [key]: _, ...settings } = entry.settings;
      return withProfile(config, name, { ...entry, settings });
    });
  },
});
