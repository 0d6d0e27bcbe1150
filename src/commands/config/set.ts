import { defineCommand, one } from '../../cli/definition';
import { usageFailure } from '../../failure';
import { changeConfig, withProfile } from '../../settings/change-config';
import { profileEntry } from '../../settings/resolve';
import { readSettingKey, readSettingValue } from '../../settings/setting-keys';
import { settingArgument, writtenProfile } from './setting';

export const command = defineCommand({
  summary: 'Keep a setting in the profile',
  description: `
Keeps a value in the profile: any global flag that makes sense from one run to the next (waybill
config list names them), and credentialCommand, a command that prints the credentials as
{"apiKey","apiSecret"}, so that they stay in a password manager.

Reports count with pointValue (cents a point, 1), overdueAfter (days, 30), overdueAfter.<group> for one
group, and mirrorStale (90m, 24h, 2d; 24h).`,
  arguments: { key: settingArgument, value: one('The value, as its flag would take it') },
  flags: {},
  examples: [
    { command: 'waybill config set output json', explains: 'JSON unless -o says otherwise' },
    {
      command: 'waybill config set overdueAfter.bfmr 45',
      explains: 'This group pays after 45 days',
    },
    {
      command: 'waybill config set concurrency 8 --profile work',
      explains: 'Only for one profile',
    },
  ],
  async run(typed, context) {
    const key = readSettingKey(typed.key);
    const value = readSettingValue(key, typed.value);
    await changeConfig(context, (config) => {
      const name = writtenProfile(context, config);
      const entry = profileEntry(config, name);
      const bound = entry?.credentials?.origin;
      if (key === 'baseUrl' && bound !== undefined && new URL(String(value)).origin !== bound) {
        throw usageFailure(`The credentials of profile "${name}" belong to ${bound}`, {
          hint: `They are never sent elsewhere. Log in again: waybill auth login --profile ${name} --base-url ${value}`,
        });
      }
      return withProfile(config, name, {
        ...entry,
        settings: { ...entry?.settings, [key]: value },
      });
    });
  },
});
