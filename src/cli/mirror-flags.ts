import { type FlagValues, text, toggle } from './flag';

/** The flags of commands that read the mirror. */
export const mirrorFlags = {
  sync: toggle('Sync the mirror first', { conflicts: ['offline', 'mirror'] }),
  offline: toggle('Read the mirror instead of the service'),
  mirror: text('<file>', 'Read a different mirror, such as a backup', { complete: 'file' }),
};

export type MirrorFlagValues = FlagValues<typeof mirrorFlags>;
