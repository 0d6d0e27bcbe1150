import { defineCommand, one } from '../../cli/definition';
import { changeConfig } from '../../settings/change-config';
import { knownProfile, refuseSandbox } from './account';

export const command = defineCommand({
  summary: 'Choose the default profile',
  description: `waybill uses it when neither --profile nor WAYBILL_PROFILE names one.`,
  arguments: { name: one('The profile', { complete: 'profile' }) },
  examples: {
    'waybill auth switch work': 'Switch to profile work',
    'waybill auth switch default': 'Switch back to profile default',
  },
  async run({ name }, context) {
    refuseSandbox(context.settings());
    await changeConfig(context, (config) => {
      knownProfile(config, name);
      return { ...config, defaultProfile: name };
    });
    const { WAYBILL_PROFILE: named } = context.world.env;
    if (named) {
      context.notices.warning(`WAYBILL_PROFILE is set to ${named} and overrides it.`);
    } else {
      context.notices.notice(`Switched to profile ${name}.`);
    }
  },
});
