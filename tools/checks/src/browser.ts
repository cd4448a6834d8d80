import { existsSync } from 'node:fs';
import { installedBrowser, NoBrowser } from '@dps/smoke/browser';
import { run } from './command.ts';

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
  const found = installedBrowser();
  if (found !== undefined) return found;
  announce('No Chromium found: installing one');
  const tried = [await installFromSystem()];
  if (installedBrowser() === undefined) tried.push((await run('playwright', ['install', 'chromium'])).output);
  const now = installedBrowser();
  if (now !== undefined) return now;
  throw new NoBrowser(
    `No Chromium could be installed. Install Chromium or Chrome yourself and run again, or name one with CHROMIUM_PATH.\n${tried.join('\n').slice(-2000)}`,
  );
}
