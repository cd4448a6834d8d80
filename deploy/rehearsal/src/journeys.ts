import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedBrowser } from '@dps/release/browser';
import type { Production } from './production.ts';
import { ROOT, say } from './workplace.ts';

/** Parts of `e2e/support` that start a product of their own: with damaged releases, for a guide, or for a trial. */
const OWN_PRODUCT = /support\/(release-environment|guide-environment|trial-environment)\.ts/;

const IN_CHROMIUM = ['--project', 'product', '--project', 'platform'];

/** Allows the gateways to offer overrides to dev servers, as the local stack does. Some journeys use them. */
async function allowOverrides({ gateways, replace }: Production): Promise<void> {
  for (const gateway of gateways) {
    const { environment } = gateway.options;
    await replace(gateway, { environment: { ...environment, OVERRIDE_ORIGINS: 'http://localhost:*' } });
  }
}

/** Runs the journeys that share a product against this one. Returns whether all of them pass. */
export async function runJourneys(product: Production): Promise<boolean> {
  const { origin, certificates, databaseUrl, sandbox } = product;
  await allowOverrides(product);
  const files = globSync('e2e/{journeys,platform}/*.spec.ts', { cwd: ROOT }).toSorted();
  const shared = files.filter((file) => !OWN_PRODUCT.test(readFileSync(join(ROOT, file), 'utf8')));
  const others = files.filter((file) => !shared.includes(file));
  say(`${shared.length} files of journeys. With a product of their own, and left out: ${others.join(', ')}`);
  const child = spawn(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', ...IN_CHROMIUM, '--reporter', 'line', ...shared],
    {
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
    },
  );
  await once(child, 'close');
  return child.exitCode === 0;
}
