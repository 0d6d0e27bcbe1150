import { type FlagValues, text, toggle } from './flag';

const group = 'Mirror';

/** Of commands that read the mirror. */
export const mirrorFlags = {
  sync: toggle('Bring the mirror up to date first', { group, conflicts: ['offline', 'mirror'] }),
  offline: toggle('Read the mirror as it is and ask the service nothing', { group }),
  mirror: text('<file>', 'Read another mirror, such as a backup; it is never written to', {
    group,
    complete: 'file',
  }),
};

export type MirrorFlagValues = FlagValues<typeof mirrorFlags>;
