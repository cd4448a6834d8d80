import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from '@dps/smoke/browser';

const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // The timeout also applies to hooks, and some hooks start a product.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json']],
  use: {
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    screenshot: 'only-on-failure',
    // A screencast takes a tenth of the processor time, and a failure has a screenshot.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
  },
});
