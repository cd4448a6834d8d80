import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CONFIG = join(import.meta.dirname, '../.squawk.toml');
const SQUAWK = join(import.meta.dirname, '../../node_modules/.bin/squawk');

interface Findings {
  ok: boolean;
  /** Squawk's output. */
  report: string;
}

/** Runs squawk on SQL, with one file per entry. Locks on a table that the same file creates are no finding. */
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
