import { openBrowser } from '@dps/release/browser';
import { measureLoad } from './federation/measure-load.ts';
import { buildOneBundle } from './federation/one-bundle.ts';
import { PAGES } from './federation/pages.ts';
import { publishBundle } from './federation/publish-bundle.ts';
import { printFederation, type Comparison } from './federation/report.ts';
import { readOptions, runMeasurement, runRounds } from './measurement.ts';
import { startMeasured } from './server.ts';

/** Version of the bundle's shell. */
const BUNDLE_VERSION = '0.0.0-bundle';

const options = readOptions({ rounds: 5 }, { rounds: 1 });

await runMeasurement(async (teardown) => {
  const settings = { version: BUNDLE_VERSION, minimize: !options.smallest };
  const bundle = await buildOneBundle({ folder: teardown.temporaryFolder(), ...settings });
  const [released, bundled] = [await startMeasured({}, teardown), await startMeasured({}, teardown)];
  await publishBundle(bundled.dataDir, bundle, settings);
  const browser = await openBrowser();
  teardown.add(() => browser.close());
  const pages = options.smallest ? PAGES.filter(({ role }) => role).slice(0, 1) : PAGES;
  const comparisons = pages.map((page): Comparison => ({ page, released: [], bundle: [] }));
  await runRounds(options, async (isWarmUp) => {
    for (const comparison of comparisons) {
      const measured = { page: comparison.page, isThrottled: !options.smallest };
      const releasedLoad = await measureLoad(browser, released.url, measured);
      const bundledLoad = await measureLoad(browser, bundled.url, measured);
      if (isWarmUp) continue;
      comparison.released.push(releasedLoad);
      comparison.bundle.push(bundledLoad);
    }
  });
  printFederation(comparisons, options.rounds);
});
