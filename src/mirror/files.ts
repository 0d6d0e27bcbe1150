import { join } from 'node:path';

export type MirrorOwner =
  | { readonly kind: 'profile'; readonly profile: string; readonly baseUrl: string }
  /** Credentials from the environment: a fingerprint of the key, never the secret. */
  | { readonly kind: 'environment'; readonly baseUrl: string; readonly keyFingerprint: string }
  /** The embedded sandbox, identified by its database file. */
  | { readonly kind: 'sandbox'; readonly database: string };

/** FNV-1a with 64 bits: only tells names apart, and `node:crypto` would slow every reading down. */
function digest(...parts: readonly string[]): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(JSON.stringify(parts))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

/** Tells API keys apart without revealing them. */
export function fingerprintOf(apiKey: string): string {
  return digest('API key', apiKey);
}

/** A name as far as any file system takes it; the digest next to it keeps names distinct. */
function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
}

/** The folder of all mirrors under `$XDG_DATA_HOME/waybill`. */
export function mirrorsFolder(dataFolder: string): string {
  return join(dataFolder, 'mirrors');
}

/** The mirror's file: one per profile and base URL. */
export function mirrorPath(dataFolder: string, owner: MirrorOwner): string {
  const folder = mirrorsFolder(dataFolder);
  switch (owner.kind) {
    case 'profile': {
      const { profile, baseUrl } = owner;
      return join(folder, `profile-${slug(profile)}-${digest(profile, baseUrl)}.db`);
    }
    case 'environment':
      return join(folder, `environment-${digest(owner.baseUrl, owner.keyFingerprint)}.db`);
    case 'sandbox':
      return join(folder, `sandbox-${digest(owner.database)}.db`);
  }
}
