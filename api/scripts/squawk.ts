import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CONFIG = join(import.meta.dirname, '../.squawk.toml');
const SQUAWK = join(import.meta.dirname, '../../node_modules/.bin/squawk');

interface Findings {
  ok: boolean;
  /** What squawk says, for people. */
  report: string;
}

/** Runs squawk on SQL, one file for each entry: within a file it knows which tables are new and so locked for nobody. */
export function squawk(files: Readonly<Record<string, string>>): Findings {
  const folder = mkdtempSync(join(tmpdir(), 'dps-squawk-'));
  try {
    const names = Object.entries(files).map(([name, sql]) => {
      writeFileSync(join(folder, `${name}.sql`), sql);
      return `${name}.sql`;
    });
    const { status, stdout, stderr, error } = spawnSync(SQUAWK, ['--config', CONFIG, ...names], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    return { ok: status === 0, report: error ? error.message : stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
