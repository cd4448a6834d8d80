import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './workplace.ts';

const MIGRATION = `import { ForwardMigration } from '../forward-migration.js';
import { createIndexConcurrently } from '../concurrent-index.js';
export class NextColumn1999000000000 extends ForwardMigration {
  async up(runner) {
    await runner.query("ALTER TABLE jobs ADD COLUMN next_release text NOT NULL DEFAULT ''");
  }
}
export class NextIndex1999000000001 extends ForwardMigration {
  transaction = false;
  async up(runner) {
    await createIndexConcurrently(runner, { name: 'jobs_next_release', on: 'jobs (next_release)' });
  }
}
`;

/**
 * Copies the build of the API as the next version of the product: with two more migrations, a column and an index that is
 * built while clients write.
 *
 * @returns the folder of the build
 */
export function copyNextBuild(folder: string): string {
  const api = join(folder, 'next/api');
  mkdirSync(api, { recursive: true });
  for (const file of ['dist', 'package.json'])
    cpSync(join(ROOT, 'api', file), join(api, file), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'next/node_modules'));
  symlinkSync(join(ROOT, 'api/node_modules'), join(api, 'node_modules'));
  const migrations = join(api, 'dist/database/migrations');
  writeFileSync(join(migrations, 'next.js'), MIGRATION);
  const index = readFileSync(join(migrations, 'index.js'), 'utf8');
  const list = index.replace(/(MIGRATIONS = \[.+)\]/, '$1, ...next]');
  const imports =
    "import { NextColumn1999000000000, NextIndex1999000000001 } from './next.js';\n" +
    'const next = [NextColumn1999000000000, NextIndex1999000000001];\n';
  writeFileSync(join(migrations, 'index.js'), imports + list);
  return join(api, 'dist');
}
