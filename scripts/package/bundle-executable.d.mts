/** Writes the bundle into a folder; resolves to the paths of the modules in it. */
export function bundleExecutable(folder: string): Promise<readonly string[]>;
