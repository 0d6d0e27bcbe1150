import type { RolldownOptions } from 'rolldown';

/** What the program is bundled from; how it is written is up to the build. */
export const programInput: RolldownOptions;
