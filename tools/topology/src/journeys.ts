import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedBrowser } from '@dps/smoke/browser';
import type { Product } from './product.ts';
import { ROOT, say } from './workplace.ts';

/** Journeys with a product of their own, because they change its releases or damage its files. */
const OWN_PRODUCT = /support\/(\w+-)*lab\.ts/;

/** A journey that overrides a module, which a production refuses. */
const OVERRIDES = 'the panels and dialogs of the shell';

/** Runs the journeys that share a product against this one. Returns whether all of them pass. */
export async function runJourneys({ origin, certificates, databaseUrl, sandbox }: Product): Promise<boolean> {
  const files = globSync('e2e/journeys/*.spec.ts', { cwd: ROOT });
  const shared = files.filter((file) => !OWN_PRODUCT.test(readFileSync(join(ROOT, file), 'utf8')));
  say(`${shared.length} of ${files.length} files of journeys; the others start a product of their own`);
  const config = ['--config', 'e2e/playwright.config.ts', '--reporter', 'line', '--grep-invert', OVERRIDES];
  const child = spawn('playwright', ['test', ...config, ...shared], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM_PATH: process.env['CHROMIUM_PATH'] ?? installedBrowser(),
      NODE_EXTRA_CA_CERTS: certificates.authority,
      DPS_URL: origin,
      DPS_DATABASE_URL: databaseUrl,
      DPS_SANDBOX_URL: sandbox.url,
      DPS_SANDBOX_KEY: sandbox.keys.secretKey,
    },
  });
  await once(child, 'close');
  return child.exitCode === 0;
}
