import type { MigrationClass } from '../forward-migration.ts';
import { InitialSchema1800000000000 } from './1800000000000-initial-schema.ts';

/** Every migration, oldest first. */
export const MIGRATIONS: readonly MigrationClass[] = [InitialSchema1800000000000];
