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
  // Applies to hooks too, and some of them start a product.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json']],
  use: {
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    screenshot: 'only-on-failure',
    // Without a screencast, which takes a tenth of the processor time; a failure has a screenshot.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
  },
});
