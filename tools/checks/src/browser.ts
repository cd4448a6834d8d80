// Installs the Chromium of the tests if there is none: by the system's packages if that is possible without a password, else by
// Playwright.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installedBrowser } from '@dps/release/browser';

/** Packages of Debian and its derivatives in order of preference. Not all of them have the first one. */
const SYSTEM_PACKAGES = ['chromium-headless-shell', 'chromium'];

/** Another installation may hold the lock for a moment. */
const APT_OPTIONS = ['-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];

const run = (command: string, ...parameters: string[]): boolean =>
  spawnSync(command, parameters, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

function install(): boolean {
  // Debian's packages bring the libraries that Playwright's own build lacks there.
  const isDebian =
    existsSync('/usr/bin/apt-get') && process.getuid?.() === 0 && run('apt-get', 'update', '-q');
  return (
    (isDebian && SYSTEM_PACKAGES.some((name) => run('apt-get', 'install', ...APT_OPTIONS, name))) ||
    run('playwright', 'install', 'chromium')
  );
}

if (installedBrowser() === undefined && !(install() && installedBrowser() !== undefined)) {
  process.stderr.write(
    'No Chromium could be installed. Install Chromium or Chrome yourself and run again, or name one with CHROMIUM_PATH.\n',
  );
  process.exitCode = 1;
}
