import { type FlagValues, text, toggle } from './flag';

/** Of commands that read the mirror. */
export const mirrorFlags = {
  sync: toggle('Bring the mirror up to date first', { conflicts: ['offline', 'mirror'] }),
  offline: toggle('Read the mirror, not the service'),
  mirror: text('<file>', 'Read another mirror, such as a backup', { complete: 'file' }),
};

export type MirrorFlagValues = FlagValues<typeof mirrorFlags>;
