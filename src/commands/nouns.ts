import type { Noun } from '../command/definition';

/** The command tree. Each verb is loaded when it is meant, and not before. */
export const nouns: Readonly<Record<string, Noun>> = {};
