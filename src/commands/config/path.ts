import { defineCommand } from '../../cli/definition';

export const command = defineCommand({
  summary: 'Print where the settings file is',
  description: 'Prints where the settings file is, or will be once there is something to keep.',
  arguments: {},
  flags: {},
  examples: [{ command: 'waybill config path', explains: 'For an editor or a backup' }],
  async run(_input, context) {
    const output = await context.output();
    await output.text(`${context.paths.configFile}\n`);
  },
});
