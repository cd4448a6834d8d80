import { existsSync } from 'node:fs';
import { runToEnd, lastLines } from '@dps/local-stack/process/run-to-end';
import { say } from './workplace.ts';

/** Folder of the programs of Debian's PostgreSQL. */
export const POSTGRES_PROGRAMS = '/usr/lib/postgresql/15/bin';

/** Tests rules of Prometheus. */
export const PROMTOOL = '/usr/bin/promtool';

const PROGRAMS = {
  haproxy: '/usr/sbin/haproxy',
  openssl: '/usr/bin/openssl',
  prometheus: PROMTOOL,
  'postgresql-15': `${POSTGRES_PROGRAMS}/pg_basebackup`,
};

/** Installs the missing Debian packages. Throws with the command to run if that needs another user. */
export async function installPackages(): Promise<void> {
  const missing = Object.entries(PROGRAMS).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`Debian packages are missing. As root: ${command}`);
  say(command);
  // In run level 1, Debian starts no service of a package that it installs.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await runToEnd('apt-get', ['update', '-q'], { cwd: '/', env });
  const { ok, output } = await runToEnd('sh', ['-c', command], { cwd: '/', env });
  if (!ok) throw new Error(`${command}\n${lastLines(output)}`);
}
