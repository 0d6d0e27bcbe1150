import { defineCommand } from '../../cli/definition';

export const command = defineCommand({
  summary: 'Print where the settings file is, or will be',
  documents: { 'The path': 'path' },
  examples: { 'waybill config path': 'Find the file to edit it or back it up' },
  async run(_input, context) {
    await (await context.output()).path(context.paths.configFile);
  },
});
