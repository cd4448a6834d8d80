import { runToEnd } from '@dps/local-stack/process/run-to-end';
import { runBackupTrial } from './backup-trial.ts';
import { installPackages, PROMTOOL } from './debian-packages.ts';
import { runJourneys } from './journeys.ts';
import { startProduct } from './product.ts';
import { runTrials, type Result } from './trials.ts';
import { ROOT, Workplace } from './workplace.ts';

const ALERT_TESTS = 'deploy/prometheus/alerts.test.yaml';
const COLUMNS = ['change', 'requests', 'failed', 'not allowed', 'writes', 'lost', 'longest gap', ''];

function printResults(results: readonly Result[]): void {
  const rows = results.map((result) => [
    result.trial,
    String(result.requests),
    String(result.failed),
    String(result.unexpected.length),
    String(result.acknowledged),
    String(result.lost),
    `${result.longestGapMs} ms`,
    result.detail,
  ]);
  const widths = COLUMNS.map((name, index) =>
    Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  for (const row of [COLUMNS, ...rows])
    process.stdout.write(
      `${row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  for (const { trial, unexpected } of results)
    for (const { work, reason } of unexpected.slice(0, 5))
      process.stdout.write(`${trial}: ${work} failed: ${reason}\n`);
}

const isPassed = ({ unexpected, lost, acknowledged }: Result): boolean =>
  unexpected.length === 0 && lost === 0 && acknowledged > 0;

const workplace = new Workplace();

async function testAlerts(): Promise<void> {
  const { ok, output } = await runToEnd(PROMTOOL, ['test', 'rules', ALERT_TESTS], { cwd: ROOT, env: {} });
  process.stdout.write(output);
  if (!ok) process.exitCode = 1;
}

async function runTopology(): Promise<void> {
  await testAlerts();
  const product = await startProduct(workplace);
  const results = await runTrials(product, workplace);
  printResults(results);
  if (!results.every(isPassed)) process.exitCode = 1;
}

async function run(): Promise<void> {
  const [part = 'all', ...others] = process.argv.slice(2);
  const work = {
    all: runTopology,
    alerts: testAlerts,
    backup: () => runBackupTrial(workplace),
    journeys: async () => {
      if (!(await runJourneys(await startProduct(workplace)))) process.exitCode = 1;
    },
  }[part];
  if (!work || others.length > 0) throw new Error('Usage: npm run topology [-- alerts|backup|journeys]');
  await installPackages();
  await work();
}

try {
  await Promise.race([run(), workplace.interrupted]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
await workplace.run();
// After a signal, pending work would keep the process alive.
process.exit();
