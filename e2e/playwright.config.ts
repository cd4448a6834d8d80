import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, installedBrowser } from '@dps/release/browser';
import { engines } from './support/engines.ts';

const executablePath = installedBrowser();

/**
 * Optimized code takes a fifth of the processor time of a page load, and a journey ends before it is of use. Pages behave the
 * same without it.
 */
const WITHOUT_OPTIMIZING_COMPILERS = '--js-flags=--no-maglev --no-turbofan';

/** The journeys that run in every engine: uploads and downloads, a flight log, and a payment from a declined card to the receipt. */
const IN_EVERY_ENGINE = /DELIVER-19|FLIGHT-37|PAYM-41/;

// All users of the journeys share one network. Products that a journey starts inherit the variable.
process.env['RATE_LIMIT_FACTOR'] = '100';

export default defineConfig({
  outputDir: 'test-results',
  globalSetup: './support/global-setup.ts',
  projects: [
    { name: 'product', testDir: 'journeys' },
    // The tests of a file share the releases of one product.
    { name: 'platform', testDir: 'platform', fullyParallel: false },
    ...engines().map(({ project, use = {} }) => ({
      name: project,
      testDir: 'journeys',
      testMatch: Object.keys(use).length > 0 ? /\.spec\.ts$/ : [],
      grep: IN_EVERY_ENGINE,
      use,
    })),
  ],
  fullyParallel: true,
  workers: 2,
  // CI tries a failed journey a second time, and reports both results. A race then does not hold back an unrelated change.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  // The timeout also applies to hooks, and some hooks start a product.
  timeout: 600_000,
  // A busy machine with two processors can take ten times as long as an idle one.
  expect: { timeout: 30_000 },
  // In CI all failures are together, at the end of the output.
  reporter: process.env['CI'] ? 'dot' : 'line',
  use: {
    // A given product may have a certificate that the system does not trust.
    ignoreHTTPSErrors: process.env['DPS_URL']?.startsWith('https://') ?? false,
    // Journeys intercept requests, which a service worker would hide. Those of field mode allow it.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // A picture of every page is taken before the result is known, with an inline style that Firefox reports as blocked. Failures
    // have a snapshot of the page as text.
    screenshot: 'off',
    // A trace takes a quarter of the processor time. `--trace retain-on-failure` records one.
    trace: 'off',
    launchOptions: {
      args: [...CHROMIUM_FLAGS, WITHOUT_OPTIMIZING_COMPILERS],
      ...(executablePath && { executablePath }),
    },
  },
});
