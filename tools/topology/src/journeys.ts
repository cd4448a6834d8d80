import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installedBrowser } from '@dps/release/browser';
import type { Product } from './product.ts';
import { ROOT, say } from './workplace.ts';

/** Reasons why journeys with a part of `e2e/support` start a product of their own. */
const OWN_PRODUCTS = {
  'release-lab.ts': 'publishes releases that are damaged, older or hostile, in a store of its own',
  'guide-lab.ts': 'runs the commands of a guide in a copy of the workspace, with releases of its own',
  'trial-environment.ts': 'starts the product in which the smoke gate tests a release',
};

const IN_CHROMIUM = ['--project', 'product', '--project', 'platform'];

/** Returns why a journey cannot share a product, or undefined. */
function reasonOf(file: string): string | undefined {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return Object.entries(OWN_PRODUCTS).find(([part]) => source.includes(`support/${part}`))?.[1];
}

/** Allows the gateways to offer overrides to dev servers, as the local stack does. Some journeys use them. */
async function allowOverrides({ gateways, replace }: Product): Promise<void> {
  for (const gateway of gateways) {
    const { environment } = gateway.options;
    await replace(gateway, { environment: { ...environment, OVERRIDE_ORIGINS: 'http://localhost:*' } });
  }
}

/** Runs the journeys that share a product against this one. Returns whether all of them pass. */
export async function runJourneys(product: Product): Promise<boolean> {
  const { origin, certificates, databaseUrl, sandbox } = product;
  await allowOverrides(product);
  const files = globSync('e2e/{journeys,platform}/*.spec.ts', { cwd: ROOT }).toSorted();
  const shared = files.filter((file) => reasonOf(file) === undefined);
  say(`${shared.length} of ${files.length} files of journeys. Left out:`);
  for (const file of files)
    if (!shared.includes(file)) say(`  ${basename(file, '.spec.ts')}: ${reasonOf(file)}`);
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
