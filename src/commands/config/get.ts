import { defineCommand } from '../../cli/definition';
import { readSettingKey } from '../../settings/own-settings';
import { effectiveSetting, settingArgument, settingView } from './setting';

export const command = defineCommand({
  summary: 'Print one setting',
  description: `Prints an empty line if it has no value. --json also shows where the value comes from.`,
  documents: { 'The setting': settingView },
  arguments: { key: settingArgument },
  examples: {
    'waybill config get concurrency': 'Print how many requests run at once',
    'waybill config get output --json': 'Also show where the value comes from',
  },
  async run({ key }, context) {
    const setting = effectiveSetting(context, readSettingKey(key));
    const output = await context.output();
    await output.one(settingView, setting);
  },
});
