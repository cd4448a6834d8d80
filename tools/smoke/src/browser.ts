import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import { EXIT, Refusal } from '@dps/release-store/refusal';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Chromium as root and without a GPU, and without the calls home that a closed network would let hang. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** An explanation of why no browser can be had, with what to do. */
export class NoBrowser extends Refusal {
  override name = 'NoBrowser';

  constructor(message: string) {
    super(message, EXIT.unavailable);
  }
}

/**
 * The path of a Chromium that is here: `CHROMIUM_PATH`, the system's or Playwright's; undefined where there is none.
 *
 * @throws NoBrowser where `CHROMIUM_PATH` names a file that is not there
 */
export function installedBrowser(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (!chosen) return [...SYSTEM_BROWSERS, chromium.executablePath()].find((file) => existsSync(file));
  if (existsSync(chosen)) return chosen;
  throw new NoBrowser(`CHROMIUM_PATH is ${chosen}, but there is no such file. Correct it, or unset it.`);
}

/** Starts a Chromium without a window. Throws NoBrowser where there is none, with how to get one. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = installedBrowser();
  if (executablePath === undefined)
    throw new NoBrowser(
      'This needs Chromium, and none was found. Install one (npx playwright install chromium, or a package of your system), or name one with CHROMIUM_PATH.',
    );
  // Whoever opened it has more to clear away than the browser when somebody stops the command.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS, ...signals });
}
