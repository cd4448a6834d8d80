import { existsSync } from 'node:fs';
import path from 'node:path';
import { firefox, webkit, type PlaywrightTestConfig } from '@playwright/test';

/** A browser other than Chromium, in which journeys of files, flight logs and a payment run, too. */
export interface Engine {
  /** Name of its Playwright project. */
  project: 'firefox' | 'webkit';
  /** How Playwright starts it; undefined if it is not installed. */
  use: PlaywrightTestConfig['use'] | undefined;
}

const FIREFOX_PATHS = [
  process.env['FIREFOX_PATH'] ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** Returns how Playwright starts its own Firefox, or else that of the system. */
function firefoxUse(): Engine['use'] {
  if (existsSync(firefox.executablePath())) return { browserName: 'firefox', launchOptions: {} };
  const installed = FIREFOX_PATHS.find((file) => existsSync(file));
  if (installed === undefined) return undefined;
  const executablePath = path.join(import.meta.dirname, 'firefox.ts');
  return {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath, env: { ...process.env, FIREFOX_PATH: installed } },
  };
}

/** Returns the engines, whether they are installed or not. */
export function engines(): readonly Engine[] {
  const hasWebkit = existsSync(webkit.executablePath());
  return [
    { project: 'firefox', use: firefoxUse() },
    { project: 'webkit', use: hasWebkit ? { browserName: 'webkit', launchOptions: {} } : undefined },
  ];
}

const NAMES = { firefox: 'Firefox', webkit: 'WebKit' };

/** Returns a line for each engine that is not installed: its project does not run journeys. */
export function notTested(): string[] {
  return engines()
    .filter(({ use }) => use === undefined)
    .map(
      ({ project }) =>
        `Not tested: ${NAMES[project]} (not installed: npx playwright install --with-deps ${project})`,
    );
}

if (import.meta.main) for (const line of notTested()) process.stdout.write(`${line}\n`);
