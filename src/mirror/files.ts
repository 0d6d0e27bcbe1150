import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Whose mirror it is. */
export type MirrorOwner =
  | { readonly kind: 'profile'; readonly profile: string; readonly baseUrl: string }
  /** Credentials from the environment: a fingerprint of the key, never the secret. */
  | { readonly kind: 'environment'; readonly baseUrl: string; readonly keyFingerprint: string }
  /** The embedded sandbox, identified by its database file. */
  | { readonly kind: 'sandbox'; readonly database: string };

/** Tells API keys apart without revealing them. */
export function fingerprintOf(apiKey: string): string {
  return createHash('sha256').update(`waybill mirror\0${apiKey}`).digest('hex').slice(0, 16);
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

/**
 * The part of a name that is safe on any file system; the digest next to it keeps names distinct.
 */
function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
}

/** The mirror's file under `$XDG_DATA_HOME/waybill`: one per profile and base URL. */
export function mirrorPath(dataFolder: string, owner: MirrorOwner): string {
  const folder = join(dataFolder, 'mirrors');
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
