import type { MigrationClass } from '../forward-migration.ts';
import { InitialSchema1798000000000 } from './1798000000000-initial-schema.ts';
import { FoldedUsernames1798100000000 } from './1798100000000-folded-usernames.ts';

/** Every migration, oldest first. */
export const MIGRATIONS: readonly MigrationClass[] = [
  InitialSchema1798000000000,
  FoldedUsernames1798100000000,
];
