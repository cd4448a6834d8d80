import { fileURLToPath } from 'node:url';

/** The folder of the workspace, with a slash at the end. */
export const WORKSPACE = fileURLToPath(new URL('../../../', import.meta.url));
