export const workflowFiles: readonly string[];
export function faultsOf(text: string, path: string): Promise<string[]>;
export function scriptsIn(text: string): { files: string[]; scripts: string[] };
