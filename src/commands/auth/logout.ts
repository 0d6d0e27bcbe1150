import { defineCommand } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import type { Context } from '../../context/context';
import { confirmIfPossible } from '../../output/confirm';
import { changeConfig, withProfile } from '../../settings/change-config';
import { chooseProfile } from '../../settings/resolve';
import { knownProfile, refuseSandbox } from './account';
import { dropSecrets } from './keep-credentials';

/** Asks a person to confirm; running the command is a script's confirmation. */
async function confirmRemoval(all: boolean, context: Context): Promise<void> {
  if (context.globals.yes || !context.world.stdinIsTerminal) return;
  const config = context.readConfig();
  const { name } = chooseProfile({ flags: context.globals, env: context.world.env, config });
  const names = all ? Object.keys(config.profiles) : [name];
  if (names.length === 0) return;
  if (!all) knownProfile(config, name);
  const question =
    names.length === 1
      ? `Remove profile ${names[0]} and its credentials?`
      : `Remove ${names.length} profiles and their credentials: ${names.join(', ')}?`;
  await confirmIfPossible(question, context, 'Nothing was removed');
}

export const command = defineCommand({
  summary: 'Remove a profile with its settings and credentials',
  description: `From the settings file and the keychain. The credentials stay valid at the service: revoke them in the
app. Asks first on a terminal; -y skips the question.`,
  flags: { all: toggle('Remove all profiles', { conflicts: ['profile'] }) },
  examples: {
    'waybill auth logout --profile work': 'Remove one profile',
    'waybill auth logout --all': 'Remove all profiles',
  },
  refusesDryRun: true,
  async run({ all }, context) {
    refuseSandbox(context.settings());
    await confirmRemoval(all, context);
    const changed = await changeConfig(context, (config) => {
      if (all) {
        const { defaultProfile: _, ...rest } = config;
        return { ...rest, profiles: {} };
      }
      const { name } = chooseProfile({ flags: context.globals, env: context.world.env, config });
      knownProfile(config, name);
      const { defaultProfile, ...rest } = withProfile(config, name, undefined);
      const isKept = defaultProfile !== undefined && defaultProfile !== name;
      return isKept ? { ...rest, defaultProfile } : rest;
    });
    await dropSecrets(context, changed);
    const { before, after } = changed;
    const removed = Object.keys(before.profiles).filter(
      (name) => !Object.hasOwn(after.profiles, name),
    );
    context.notices.notice(
      removed.length === 0
        ? 'Nothing to remove.'
        : `Removed ${removed.length === 1 ? 'profile' : 'profiles'} ${removed.join(', ')}.`,
    );
    if (context.world.env.WAYBILL_API_SECRET) {
      context.notices.warning(
        'WAYBILL_API_KEY and WAYBILL_API_SECRET are set, so waybill still uses them.',
      );
    }
  },
});
