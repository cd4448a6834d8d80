import { existsSync } from 'node:fs';
import { installedBrowser, NoBrowser } from '@dps/release/browser';
import { run } from './command.ts';

/** Packages of Debian and its derivatives in order of preference. Not all of them have the first one. */
const SYSTEM_PACKAGES = ['chromium-headless-shell', 'chromium'];

/** Installs Chromium with the libraries that it needs, which Playwright's own build lacks on Debian. Returns the output. */
async function installFromSystem(): Promise<string> {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return 'no apt-get as root';
  const apt = (...parameters: string[]) => run('apt-get', parameters, { DEBIAN_FRONTEND: 'noninteractive' });
  await apt('update', '-q');
  const outputs: string[] = [];
  // Another installation may hold the lock for a moment.
  const install = ['install', '-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
  for (const name of SYSTEM_PACKAGES) {
    const { ok, output } = await apt(...install, name);
    outputs.push(output);
    if (ok) break;
  }
  return outputs.join('\n');
}

/**
 * Returns the path of a Chromium to test with: `CHROMIUM_PATH`, an installed one, or one that is installed now. The system's
 * packages install it if that is possible without a password, else Playwright.
 */
export async function findOrInstallBrowser(notify: (message: string) => void): Promise<string> {
  const found = installedBrowser();
  if (found !== undefined) return found;
  notify('No Chromium found: installing one');
  const tried = [await installFromSystem()];
  if (installedBrowser() === undefined) tried.push((await run('playwright', ['install', 'chromium'])).output);
  const now = installedBrowser();
  if (now !== undefined) return now;
  throw new NoBrowser(
    `No Chromium could be installed. Install Chromium or Chrome yourself and run again, or name one with CHROMIUM_PATH.\n${tried.join('\n').slice(-2000)}`,
  );
}
