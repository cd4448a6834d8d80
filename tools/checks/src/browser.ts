import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run } from './command.ts';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** An explanation of why no browser can be had, with what to do. */
export class NoBrowserError extends Error {}

const installed = () => [...SYSTEM_BROWSERS, chromium.executablePath()].find((file) => existsSync(file));

/** Debian and its kin install Chromium with the libraries that it needs, which Playwright's own build lacks there. */
async function installFromSystem(): Promise<string> {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return 'no apt-get as root';
  await run('apt-get', ['update', '-q'], { DEBIAN_FRONTEND: 'noninteractive' });
  const { output } = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
    DEBIAN_FRONTEND: 'noninteractive',
  });
  return output;
}

/**
 * The path of a Chromium to test with: `CHROMIUM_PATH`, an installed one, or one that is installed now (by the system's
 * packages where that is possible without a password, else by Playwright).
 */
export async function findOrInstallBrowser(announce: (message: string) => void): Promise<string> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen && !existsSync(chosen)) {
    throw new NoBrowserError(
      `CHROMIUM_PATH is ${chosen}, but there is no such file. Correct it, or unset it.`,
    );
  }
  const found = chosen ?? installed();
  if (found) return found;
  announce('No Chromium found: installing one');
  const tried = [await installFromSystem()];
  if (!installed()) tried.push((await run('playwright', ['install', 'chromium'])).output);
  const now = installed();
  if (now) return now;
  throw new NoBrowserError(
    `No Chromium could be installed. Install Chromium or Chrome yourself and run again, or name one with CHROMIUM_PATH.\n${tried.join('\n').slice(-2000)}`,
  );
}
