import { defineCommand } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import { changeConfig, withProfile } from '../../settings/change-config';
import type { Config } from '../../settings/config-file';
import { chooseProfile } from '../../settings/resolve';
import { knownProfile } from './account';
import { dropSecrets } from './keep-credentials';

function without(config: Config, name: string): Config {
  knownProfile(config, name);
  const { defaultProfile, ...rest } = withProfile(config, name, undefined);
  return defaultProfile === undefined || defaultProfile === name
    ? rest
    : { ...rest, defaultProfile };
}

export const command = defineCommand({
  summary: 'Remove a profile',
  description: `
Removes the profile with its settings and its credentials, from the file and from the keychain. At the
service the credentials stay valid: revoke them in the app.`,
  arguments: {},
  flags: { all: toggle('Remove every profile') },
  examples: [
    {
      command: 'waybill auth logout --profile work',
      explains: 'Forget one profile',
    },
    { command: 'waybill auth logout --all', explains: 'Forget every profile' },
  ],
  async run({ all }, context) {
    const changed = await changeConfig(context, (config) => {
      if (all) {
        const { defaultProfile: _, ...rest } = config;
        return { ...rest, profiles: {} };
      }
      const { name } = chooseProfile({ flags: context.globals, env: context.world.env, config });
      return without(config, name);
    });
    await dropSecrets(context, changed);
    const { before, after } = changed;
    const removed = Object.keys(before.profiles).filter(
      (name) => !Object.hasOwn(after.profiles, name),
    );
    context.notices.notice(
      removed.length === 0 ? 'There was nothing to remove.' : `Removed: ${removed.join(', ')}.`,
    );
    if (context.world.env.WAYBILL_API_SECRET) {
      context.notices.warning('WAYBILL_API_KEY and WAYBILL_API_SECRET are set and still count.');
    }
  },
});
