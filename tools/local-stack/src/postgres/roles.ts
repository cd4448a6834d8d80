import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Client } from 'pg';

const STATEMENTS = join(
  dirname(createRequire(import.meta.url).resolve('@dps/api/package.json')),
  'assets',
  'roles.sql',
);

/** The roles of `api/assets/roles.sql`. */
const ROLES = ['dps_owner', 'dps_api', 'dps_backup'] as const;

/** Returns the address of a database for a role. Its password derives from the administrator's, and does not reveal it. */
export function addressFor(role: (typeof ROLES)[number], adminUrl: string): string {
  const url = new URL(adminUrl);
  url.password = createHmac('sha256', url.password).update(role).digest('base64url');
  url.username = role;
  return url.href;
}

/** Creates the roles, and gives them their rights in the database of the address. */
export async function createRoles(adminUrl: string): Promise<void> {
  const passwords = ROLES.map((role) => {
    const { password } = new URL(addressFor(role, adminUrl));
    return `-c ${role.replace('_', '.')}_password=${password}`;
  });
  const client = new Client({ connectionString: adminUrl, options: passwords.join(' ') });
  await client.connect();
  try {
    await client.query(readFileSync(STATEMENTS, 'utf8'));
  } finally {
    await client.end();
  }
}
