import type { GlobalFlags } from './command/global-flags';
import type { World } from './world';

/** What every command is handed: the world, the global flags, and the rooms behind lazy doors. */
export interface Context {
  readonly world: World;
  readonly globals: GlobalFlags;
}

export function createContext(world: World, globals: GlobalFlags): Context {
  return { world, globals };
}
