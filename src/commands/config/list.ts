import { defineCommand } from '../../cli/definition';
import { isOwnKey } from '../../settings/own-settings';
import { settingKeys } from '../../settings/setting-keys';
import { effectiveSetting, settingView } from './setting';

export const command = defineCommand({
  summary: 'List settings and where each comes from',
  description: `
Every setting with the value that counts in this run and where it came from: a flag beats an
environment variable, which beats the profile, which beats the default.`,
  arguments: {},
  flags: {},
  examples: [
    { command: 'waybill config list', explains: 'What counts here and now, and why' },
    {
      command: 'WAYBILL_TIMEOUT=10 waybill config list --json',
      explains: 'The same for a script, with a variable set',
    },
  ],
  async run(_input, context) {
    const kept = Object.keys(context.settings().entry?.settings ?? {}).filter(isOwnKey);
    const keys = [...new Set([...settingKeys, ...kept])];
    const settings = keys.map((key) => effectiveSetting(context, key));
    const output = await context.output();
    await output.list(settingView, settings);
  },
});
