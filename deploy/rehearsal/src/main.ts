import { Console } from 'node:console';
import { existsSync } from 'node:fs';
import { runToEnd } from '@dps/local-stack/process/run-to-end';
import { rehearseBackup } from './backup.ts';
import { POSTGRES_PROGRAMS } from './databases.ts';
import { runJourneys } from './journeys.ts';
import { startProduction } from './production.ts';
import { runTrials, type Result } from './trials.ts';
import { ROOT, Workplace } from './workplace.ts';

const ALERT_TESTS = 'deploy/prometheus/alerts.test.yaml';
/** Tests rules of Prometheus. */
const PROMTOOL = '/usr/bin/promtool';
const DEBIAN_PACKAGES = {
  haproxy: '/usr/sbin/haproxy',
  openssl: '/usr/bin/openssl',
  prometheus: PROMTOOL,
  'postgresql-18': `${POSTGRES_PROGRAMS}/pg_basebackup`,
};

/** Prints the results as a table, and the first failures of each change that are not allowed. */
function printResults(results: readonly Result[]): void {
  const rows = results.map(({ trial, unexpected, ...figures }) => [
    trial,
    { ...figures, 'not allowed': unexpected.length },
  ]);
  new Console(process.stdout).table(Object.fromEntries(rows));
  for (const { trial, unexpected } of results)
    for (const { work, reason } of unexpected.slice(0, 5))
      process.stdout.write(`${trial}: ${work} failed: ${reason}\n`);
}

const isPassed = ({ unexpected, lost, writes }: Result): boolean =>
  unexpected.length === 0 && lost === 0 && writes > 0;

const workplace = new Workplace();

async function testAlerts(): Promise<boolean> {
  const { ok, output } = await runToEnd(PROMTOOL, ['test', 'rules', ALERT_TESTS], { cwd: ROOT, env: {} });
  process.stdout.write(`${output}\n`);
  return ok;
}

async function rehearse(): Promise<boolean> {
  const areAlertsRight = await testAlerts();
  const results = await runTrials(await startProduction(workplace), workplace);
  printResults(results);
  return areAlertsRight && results.every(isPassed);
}

const PARTS: Record<string, () => Promise<boolean>> = {
  all: rehearse,
  alerts: testAlerts,
  backup: () => rehearseBackup(workplace),
  journeys: async () => runJourneys(await startProduction(workplace)),
};

async function run(): Promise<boolean> {
  const [part = 'all', ...others] = process.argv.slice(2);
  const work = PARTS[part];
  if (!work || others.length > 0) throw new Error('Usage: npm run rehearsal [-- alerts|backup|journeys]');
  const missing = Object.entries(DEBIAN_PACKAGES).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  // In run level 1, Debian starts no service of a package that it installs.
  const install = `RUNLEVEL=1 apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (missing.length > 0) throw new Error(`Debian packages are missing. As root: ${install}`);
  return work();
}

try {
  if (!(await Promise.race([run(), workplace.interrupted]))) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
await workplace.disposeAsync();
// After a signal, pending work would keep the process alive.
process.exit();
