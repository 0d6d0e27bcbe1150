import { defineCommand, one } from '../../cli/definition';
import { changeConfig } from '../../settings/change-config';
import { knownProfile } from './account';

export const command = defineCommand({
  summary: 'Choose the default profile',
  description: `
Makes a profile the one that counts where neither --profile nor WAYBILL_PROFILE names another.`,
  arguments: { name: one('The profile', { complete: 'profile' }) },
  flags: {},
  examples: [
    { command: 'waybill auth switch work', explains: 'From now on, work' },
    { command: 'waybill auth switch default', explains: 'Back to the first one' },
  ],
  async run({ name }, context) {
    await changeConfig(context, (config) => {
      knownProfile(config, name);
      return { ...config, defaultProfile: name };
    });
    const { WAYBILL_PROFILE: named } = context.world.env;
    if (named) {
      context.notices.warning(`WAYBILL_PROFILE is set and still says ${named}.`);
    } else {
      context.notices.notice(`Profile ${name} counts from now on.`);
    }
  },
});
