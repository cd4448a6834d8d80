import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import { EXIT, CommandError } from '../../store/command-error.ts';

const SYSTEM_BROWSERS = [
  // Without the windows of a browser, which take a fifth of the processor time of a headless one.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Chromium reads only the last `--disable-features`, so the list repeats the features that Playwright disables. */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  // Each window would load the two pages of the hidden address bar, for most of the processor time of a new page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Flags for Chromium as root, without a GPU, and without background requests that hang in a closed network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

/** No usable browser. `message` states the cause and the solution. */
export class NoBrowser extends CommandError {
  override name = 'NoBrowser';

  constructor(message: string) {
    super(message, EXIT.unavailable);
  }
}

/**
 * Returns the path of an installed Chromium: `CHROMIUM_PATH`, the system's or Playwright's. Undefined if there is none.
 *
 * @throws NoBrowser if `CHROMIUM_PATH` names a missing file
 */
export function installedBrowser(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (!chosen) return [...SYSTEM_BROWSERS, chromium.executablePath()].find((file) => existsSync(file));
  if (existsSync(chosen)) return chosen;
  throw new NoBrowser(`CHROMIUM_PATH is ${chosen}, but this file does not exist. Correct it, or unset it.`);
}

/** Starts a headless Chromium. Throws NoBrowser with installation instructions if there is none. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = installedBrowser();
  if (executablePath === undefined)
    throw new NoBrowser(
      'Chromium is required and is not installed. Install one (npx playwright install chromium, or a package of your system), or name one with CHROMIUM_PATH.',
    );
  // The caller handles signals, because it must also stop other resources.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS, ...signals });
}
