import { nameHint } from '../../cli/suggest';
import { usageFailure } from '../../failure';
import type { Config, ProfileEntry } from '../../settings/config-file';
import { profileEntry } from '../../settings/resolve';

/** The profile that a verb means by name. Throws exit 2 where there is none. */
export function knownProfile(config: Config, name: string): ProfileEntry {
  const entry = profileEntry(config, name);
  if (entry !== undefined) return entry;
  const names = Object.keys(config.profiles);
  const others = names.length === 0 ? 'There are none.' : `There are: ${names.join(', ')}.`;
  throw usageFailure(`There is no profile "${name}"`, {
    hint: nameHint(name, names) || others,
  });
}
