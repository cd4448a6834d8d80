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
  // Hooks have this time, too, and some of them start a product of their own on a busy machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json']],
  use: {
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) },
  },
});
