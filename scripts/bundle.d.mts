import type { RolldownOptions } from 'rolldown';

/** The input of the program's bundle; the build decides how to write it. */
export const programInput: RolldownOptions;
