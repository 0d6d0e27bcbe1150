import type { PackedFile } from './pages.mjs';

export function packageFiles(parts: {
  readonly executable: string;
  readonly licenses: string;
}): Promise<PackedFile[]>;
