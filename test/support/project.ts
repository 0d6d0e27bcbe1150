import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
export const program = fileURLToPath(new URL('../../bin/waybill.js', import.meta.url));
