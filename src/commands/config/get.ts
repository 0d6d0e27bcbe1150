import { defineCommand } from '../../cli/definition';
import { readSettingKey } from '../../settings/setting-keys';
import { effectiveSetting, settingArgument, settingView } from './setting';

export const command = defineCommand({
  summary: 'Print one setting',
  description: `
Prints the value that counts in this run, an empty line where there is none. With --json also where
it came from.`,
  arguments: { key: settingArgument },
  flags: {},
  examples: [
    { command: 'waybill config get concurrency', explains: 'How many requests at once' },
    { command: 'waybill config get output --json', explains: 'With where it came from' },
  ],
  async run({ key }, context) {
    const setting = effectiveSetting(context, readSettingKey(key));
    const output = await context.output();
    await output.one(settingView, setting);
  },
});
