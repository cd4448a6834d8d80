import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startStack } from '@dps/local-stack/stack';

/**
 * Starts the product with the demo data once for all journeys, on free ports and with a temporary data folder. Starts none
 * if `DPS_URL` names a running product.
 *
 * @returns the function that stops the product
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env['DPS_URL'] !== undefined) return async () => undefined;
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dps-journeys-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  try {
    const stack = await startStack({ dataDir, ephemeral: true, logLevel: 'warn' });
    process.env['DPS_URL'] = stack.url;
    process.env['DPS_DATABASE_URL'] = stack.databaseUrl;
    process.env['DPS_SANDBOX_URL'] = stack.sandbox?.url;
    process.env['DPS_SANDBOX_KEY'] = stack.sandbox?.secretKey;
    return async () => {
      try {
        await stack.close();
      } finally {
        await removeData();
      }
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}
