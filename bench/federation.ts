import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '@dps/smoke/browser';
import { startStack } from '@dps/local-stack/stack';
import { Teardown } from './api/teardown.ts';
import { measureLoad } from './federation/measure-load.ts';
import { buildOneBundle } from './federation/one-bundle.ts';
import { PAGES } from './federation/pages.ts';
import { publishBundle } from './federation/publish-bundle.ts';
import { printFederation, type Comparison } from './federation/report.ts';
import { runMeasurement } from './run-measurement.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
/** What the shell of the bundle calls itself. */
const BUNDLE_VERSION = '0.0.0-bundle';

const teardown = new Teardown();

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dps-federation-'));
  teardown.add(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The product with its demo data. */
async function startProduct(): Promise<{ url: string; dataDir: string }> {
  const dataDir = temporaryFolder();
  const stack = await startStack({ dataDir, ephemeral: true, logLevel: 'warn' });
  teardown.add(() => stack.close());
  return { url: stack.url, dataDir };
}

async function measure(): Promise<void> {
  const bundle = await buildOneBundle(temporaryFolder(), BUNDLE_VERSION);
  const [released, bundled] = [await startProduct(), await startProduct()];
  await publishBundle(bundled.dataDir, bundle, BUNDLE_VERSION);
  const browser = await openBrowser();
  teardown.add(() => browser.close());
  const comparisons = PAGES.map((page): Comparison => ({ page, released: [], bundle: [] }));
  // The first round warms both up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    process.stdout.write(round === 0 ? 'Warming up …\n' : `Round ${round} of ${ROUNDS} …\n`);
    for (const comparison of comparisons) {
      const ours = await measureLoad(browser, released.url, comparison.page);
      const theirs = await measureLoad(browser, bundled.url, comparison.page);
      if (round === 0) continue;
      comparison.released.push(ours);
      comparison.bundle.push(theirs);
    }
  }
  printFederation(comparisons, ROUNDS);
}

await runMeasurement(teardown, measure);
