import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newKey } from '@dps/release-store/release-key';
import type { Product } from './product.ts';
import { release } from './releases.ts';

const NEXT_ROLE = 'dps_api_next';
const NEXT_PASSWORD = 'loopback-only-next';

/** Signs all entries of the registry with a new key, and removes the first one from the gateways, as `docs/deployment.md` describes. */
export async function rotateSigningKey(
  { gateways, releases, replace }: Product,
  folder: string,
): Promise<string> {
  const { key, pem } = newKey();
  const keyFile = join(folder, 'next-release-key.pem');
  writeFileSync(keyFile, pem, { mode: 0o600 });
  const first = gateways[0]?.options.environment['RELEASE_PUBLIC_KEYS'] ?? '';
  const trust = async (keys: string): Promise<void> => {
    for (const gateway of gateways) {
      const { environment } = gateway.options;
      await replace(gateway, { environment: { ...environment, RELEASE_PUBLIC_KEYS: keys } });
    }
  };
  await trust(`${first},${key.publicKey}`);
  // The command verifies the entries, which have the signature of the first key, before it signs them.
  const signing = { ...releases, RELEASE_KEY_FILE: keyFile };
  await release('sign', { ...signing, RELEASE_PUBLIC_KEYS: first });
  await trust(key.publicKey);
  return 'both gateways trust the new key only';
}

/** Switches the API to a second role of the database. Throws if a process still uses the first one. */
export async function rotateDatabaseRole({ apis, primary, databaseUrl, replace }: Product): Promise<string> {
  await primary.sql(`CREATE ROLE ${NEXT_ROLE} LOGIN PASSWORD '${NEXT_PASSWORD}' IN ROLE dps_api`);
  const next = new URL(databaseUrl);
  next.username = NEXT_ROLE;
  next.password = NEXT_PASSWORD;
  for (const api of apis) {
    const { environment } = api.options;
    await replace(api, { environment: { ...environment, DATABASE_URL: next.href } });
  }
  const [sessions] = await primary.sql(
    `SELECT count(*) FILTER (WHERE usename = 'dps_api')::int AS first,
       count(*) FILTER (WHERE usename = '${NEXT_ROLE}')::int AS next
     FROM pg_stat_activity WHERE datname = 'dps'`,
  );
  if (sessions?.['first'] !== 0)
    throw new Error(`${String(sessions?.['first'])} connections have the first role.`);
  return `${String(sessions['next'])} connections, all of the second role`;
}
