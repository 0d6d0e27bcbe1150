export function packForRegistry(folder: string): Promise<{ filename: string; files: string[] }>;

/** The manifest as it is published. npm's provenance compares its repository with the workflow's. */
export function publishedManifest(
  manifest: { readonly files: readonly string[] },
  address: string,
): { readonly files: readonly string[]; readonly repository?: { type: string; url: string } };
