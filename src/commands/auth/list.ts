import { defineCommand } from '../../cli/definition';
import { chooseProfile } from '../../settings/resolve';
import { listedProfile, profilesView } from './account';

export const command = defineCommand({
  summary: 'List the profiles on this machine',
  description: `Does not contact the service.`,
  documents: { 'The profiles': [profilesView] },
  examples: { 'waybill auth list': 'List all profiles, with the default marked' },
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
