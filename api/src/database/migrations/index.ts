import { InitialSchema1795000000000 } from './1795000000000-initial-schema.ts';

/** Every migration, oldest first. */
export const MIGRATIONS = [InitialSchema1795000000000];
