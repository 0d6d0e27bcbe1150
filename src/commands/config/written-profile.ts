import type { Context } from '../../context';
import type { Config } from '../../settings/config-file';
import { checkProfileName } from '../../settings/profile-name';
import { chooseProfile } from '../../settings/resolve';

/**
 * The profile that a change goes to. Nothing else of the settings is looked at, so that a value gone
 * bad can be put right.
 */
export function writtenProfile({ globals, world }: Context, config: Config): string {
  const { name } = chooseProfile({ flags: globals, env: world.env, config });
  return checkProfileName(name);
}
