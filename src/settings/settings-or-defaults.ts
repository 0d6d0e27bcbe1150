import type { Context } from '../context';
import { emptyConfig } from './config-file';
import { resolveSettings, type Settings } from './resolve';

/** For what is shown to whoever mends the settings: where they can't be read, the defaults and flags. */
export function settingsOrDefaults({ settings, globals, world }: Context): Settings {
  try {
    return settings();
  } catch {
    const none = { env: {}, config: emptyConfig, stdinIsTerminal: world.stdinIsTerminal };
    return resolveSettings({ ...none, flags: globals });
  }
}
