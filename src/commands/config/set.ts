import { defineCommand, one } from '../../cli/definition';
import { usageFailure } from '../../failure';
import { changeConfig, withProfile } from '../../settings/change-config';
import { keptKey, readSettingKey, readSettingValue } from '../../settings/own-settings';
import { profileEntry } from '../../settings/resolve';
import { meantKey, settingArgument, writtenProfile } from './setting';

export const command = defineCommand({
  summary: 'Save a setting in the profile',
  description: `
Saves a value in the profile. You can set any global flag that makes sense across runs (waybill
config list names them) and credentialCommand, a command that prints the credentials as
{"apiKey","apiSecret"}, so that they can stay in a password manager.

Settings for reports: pointValue (cents per point, default 1), pointValue.<card> (for one card, by id,
last digits or nickname), overdueAfter (days, default 30), overdueAfter.<group> (for one group) and
mirrorStale (such as 90m or 2d, default 24h).`,
  arguments: {
    key: settingArgument,
    value: one('The value, in the form its flag takes', { complete: 'setting' }),
  },
  examples: {
    'waybill config set output json': 'Print JSON by default',
    'waybill config set overdueAfter.bfmr 45': 'Allow this group 45 days to pay',
    'waybill config set pointValue.4417 1.8': "Value this card's points at 1.8 cents",
    'waybill config set concurrency 8 --profile work': 'Change one profile only',
  },
  async run(typed, context) {
    const read = readSettingKey(typed.key);
    const value = readSettingValue(read, typed.value);
    const key = await meantKey(read, context);
    const { before, after } = await changeConfig(context, (config) => {
      const name = writtenProfile(context, config);
      const entry = profileEntry(config, name);
      const bound = entry?.credentials?.origin;
      if (key === 'baseUrl' && bound !== undefined && new URL(String(value)).origin !== bound) {
        throw usageFailure(
          `Can't use a different base URL: the credentials of profile "${name}" belong to ${bound}`,
          {
            hint: `waybill sends them nowhere else. Log in again: waybill auth login --profile ${name} --base-url ${value}`,
          },
        );
      }
      // A setting of the same group or card in another spelling is replaced.
      const { [keptKey(entry?.settings, key) ?? key]: _, ...others } = entry?.settings ?? {};
      return withProfile(config, name, { ...entry, settings: { ...others, [key]: value } });
    });
    // The name of a profile may be a typing error.
    const [added] = Object.keys(after.profiles).filter(
      (name) => !Object.hasOwn(before.profiles, name),
    );
    if (added !== undefined && Object.keys(before.profiles).length > 0) {
      context.notices.notice(`Created profile ${added}, which has no credentials yet.`);
    }
  },
});
