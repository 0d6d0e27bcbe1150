interface Archive {
  readonly target: string;
  readonly sha256: string;
}

export function archPackage(archives: readonly Archive[]): string;
export function wingetManifests(archive: Archive): Record<string, string>;
