import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startProduct, type Product } from '@dps/local-stack';

/** Starts the product with the demo data, and names its addresses in the environment. Resolves with the running product. */
async function startForJourneys(dataDir: string): Promise<Product> {
  const stack = await startProduct({ dataDir, ephemeral: true, logLevel: 'warn' });
  process.env['DPS_URL'] = stack.url;
  process.env['DPS_DATABASE_URL'] = stack.databaseUrl;
  process.env['DPS_SANDBOX_URL'] = stack.sandbox?.url;
  process.env['DPS_SANDBOX_KEY'] = stack.sandbox?.keys.secretKey;
  return stack;
}

/**
 * Starts the product once for all journeys, on free ports and with a temporary data folder. Starts none if `DPS_URL` names
 * a running product. Creates a temporary folder for builds that several journeys use.
 *
 * @returns the function that stops the product and removes the folder
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dps-journeys-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  process.env['DPS_BUILDS'] = folder;
  if (process.env['DPS_URL'] !== undefined) return removeFolder;
  try {
    const stack = await startForJourneys(path.join(folder, 'data'));
    return async () => {
      try {
        await stack.close();
      } finally {
        await removeFolder();
      }
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
