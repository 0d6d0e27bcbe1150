export function packForRegistry(folder: string): Promise<{ filename: string; files: string[] }>;
