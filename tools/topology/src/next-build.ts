import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './workplace.ts';

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
export function buildNextVersion(folder: string): string {
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
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: api, stdio: 'inherit' });
  return join(api, 'dist');
}
