import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { newKey } from '@dps/release/store/release-key';
import { release, type Production } from './production.ts';
import { ROOT, run, type Workplace } from './workplace.ts';

const NEXT_ROLE = 'dps_api_next';
const NEXT_PASSWORD = 'loopback-only-next';

/** Signs all entries of the registry with a new key, and removes the first one from the gateways, as `docs/deployment.md` describes. */
export async function rotateSigningKey(
  { gateways, releases, replace }: Production,
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
export async function rotateDatabaseRole({
  apis,
  primary,
  databaseUrl,
  replace,
}: Production): Promise<string> {
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

const MIGRATION = `import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';
import { createIndexConcurrently } from '../concurrent-index.ts';
export class NextColumn1999000000000 extends ForwardMigration {
  async up(runner: QueryRunner) {
    await runner.query("ALTER TABLE jobs ADD COLUMN next_release text NOT NULL DEFAULT ''");
  }
}
export class NextIndex1999000000001 extends ForwardMigration {
  override transaction = false;
  async up(runner: QueryRunner) {
    await createIndexConcurrently(runner, { name: 'jobs_next_release', on: 'jobs (next_release)' });
  }
}
`;

/**
 * Builds the next version of the API: with two more migrations, a column and an index that is built while clients write.
 *
 * @returns the folder of the build
 */
export async function buildNextApi(folder: string): Promise<string> {
  const api = join(folder, 'next/api');
  mkdirSync(api, { recursive: true });
  for (const file of ['scripts', 'src', 'package.json'])
    cpSync(join(ROOT, 'api', file), join(api, file), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'next/node_modules'));
  symlinkSync(join(ROOT, 'api/node_modules'), join(api, 'node_modules'));
  const migrations = join(api, 'src/database/migrations');
  writeFileSync(join(migrations, 'next.ts'), MIGRATION);
  const index = readFileSync(join(migrations, 'index.ts'), 'utf8');
  const list = index.replace(/,?\s*\];\n$/, ', ...next];\n');
  const imports =
    "import { NextColumn1999000000000, NextIndex1999000000001 } from './next.ts';\n" +
    'const next = [NextColumn1999000000000, NextIndex1999000000001];\n';
  writeFileSync(join(migrations, 'index.ts'), imports + list);
  await run(process.execPath, ['scripts/build.ts'], { cwd: api });
  return join(api, 'dist');
}

/** Builds the module `jobs` with another version. Returns its folder. */
export async function buildJobs(version: string, workplace: Workplace): Promise<string> {
  const cache = join(ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  // Inside of the repository, where packages resolve.
  const workspace = mkdtempSync(join(cache, 'rehearsal-'));
  workplace.defer(() => rmSync(workspace, { recursive: true, force: true }));
  for (const name of ['tsconfig.base.json', 'tsconfig.browser.json', 'shared-contracts', 'shared-ui'])
    symlinkSync(join(ROOT, name), join(workspace, name));
  writeFileSync(join(workspace, 'package-lock.json'), JSON.stringify({ packages: {} }));
  const folder = join(workspace, 'mfe-jobs');
  const filter = (file: string): boolean => !['dist', 'node_modules'].includes(basename(file));
  cpSync(join(ROOT, 'mfe-jobs'), folder, { recursive: true, filter });
  const manifest = join(folder, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
  await run(process.execPath, [join(ROOT, 'tools/module-kit/bin/dps-build.mjs')], { cwd: folder });
  return folder;
}
