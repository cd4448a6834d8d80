import type { DataSource } from 'typeorm';
import { ConfigError } from '../config/variables.ts';

// A superuser counts as a member of each role.
const POWERFUL = `
  SELECT current_user AS name FROM pg_class
  WHERE oid = to_regclass('public.users') AND pg_has_role(relowner, 'USAGE')`;

/** Throws ConfigError if the role of the connections can change the schema, as a superuser or as the owner of the tables. */
export async function refusePowerfulRole(database: DataSource): Promise<void> {
  const [role] = await database.query<{ name: string }[]>(POWERFUL);
  if (!role) return;
  throw new ConfigError(
    'DATABASE_URL: expected a role that only reads and writes rows, such as dps_api of api/assets/roles.sql. ' +
      `${role.name} is a superuser or owns the tables`,
  );
}
