import { defineCommand } from '../../cli/definition';
import { isOwnKey, settingKeys } from '../../settings/own-settings';
import { effectiveSetting, settingView } from './setting';

export const command = defineCommand({
  summary: 'List the settings in effect and where each comes from',
  description: `A flag beats an environment variable, which beats the profile, which beats the default.`,
  documents: { 'The settings': [settingView] },
  examples: {
    'waybill config list': 'Show the settings in effect',
    'WAYBILL_TIMEOUT=10 waybill config list --json': 'Show them as JSON, with a variable set',
  },
  async run(_input, context) {
    const kept = Object.keys(context.settings().entry?.settings ?? {}).filter(isOwnKey);
    const keys = [...new Set([...settingKeys(), ...kept])];
    const settings = keys.map((key) => effectiveSetting(context, key));
    const output = await context.output();
    await output.list(settingView, settings);
  },
});
