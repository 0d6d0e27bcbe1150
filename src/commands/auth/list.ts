import { defineCommand } from '../../cli/definition';
import { chooseProfile } from '../../settings/resolve';
import { listedProfile, profilesView } from './account';

export const command = defineCommand({
  summary: 'List the profiles',
  description: 'Lists what is kept here, without asking the service.',
  arguments: {},
  flags: {},
  examples: [{ command: 'waybill auth list', explains: 'Every profile, and the one that counts' }],
  async run(_input, context) {
    const config = context.readConfig();
    const { name } = chooseProfile({ flags: context.globals, env: context.world.env, config });
    const profiles = Object.entries(config.profiles).map(([profile, entry]) =>
      listedProfile(profile, entry, name),
    );
    const output = await context.output();
    await output.list(profilesView, profiles);
  },
});
