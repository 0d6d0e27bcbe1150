import type { PackedFile } from './pages.mjs';

export function archiveFiles(
  root: string,
  parts: { readonly executable: string; readonly name: string; readonly licenses: string },
): Promise<PackedFile[]>;
