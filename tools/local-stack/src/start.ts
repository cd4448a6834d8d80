import { join } from 'node:path';
import { messageOf, StartFailure } from './failure.ts';
import { checkPorts } from './ports.ts';
import { startProduct, type Product } from './product.ts';
import { dataLayout } from './product/data-layout.ts';
import { checkOwnDatabase } from './product/database.ts';
import { buildWorkspace } from './start/build.ts';
import {
  printDone,
  printFailure,
  printLine,
  printReady,
  StopRequest,
  stopRequests,
} from './start/console.ts';
import { openDataDirectory } from './start/data-directory.ts';
import { parseArguments, readEnvironment, type StartSettings } from './start/settings.ts';
import { WORKSPACE } from './store/workspace-packages.ts';

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

async function buildAndStart(settings: StartSettings, signal: AbortSignal): Promise<Product> {
  const begin = performance.now();
  await checkPorts({ PORT: settings.port, API_PORT: settings.apiPort });
  if (settings.databaseUrl !== undefined) await checkOwnDatabase(settings.databaseUrl);
  printLine('Starting Drone Pilot Surveys (the first build takes about a minute)');
  const log = join(dataLayout(settings.dataDir).logs, 'build.log');
  const product = await startProduct({
    ...settings,
    signal,
    build: () => buildWorkspace(log, signal),
    onProgress: printDone,
    onWarning: printFailure,
  });
  printReady(product, settings, performance.now() - begin);
  return product;
}

/** Runs the product until a stop request. Throws the failure that ends it early. */
async function run(settings: StartSettings, fresh: boolean): Promise<void> {
  const signal = stopRequests();
  const release = openDataDirectory(settings.dataDir, fresh);
  if (fresh && settings.databaseUrl !== undefined)
    printLine('The database of DATABASE_URL is unchanged: --fresh deletes only the data in DATA_DIR.');
  try {
    const product = await buildAndStart(settings, signal);
    const failure = await Promise.race([product.failed, untilAborted(signal)]);
    if (!failure) printLine('Stopping…');
    await product.close();
    if (failure) throw failure;
  } finally {
    release();
  }
}

try {
  const { fresh } = parseArguments(process.argv.slice(2));
  await run(readEnvironment(process.env, WORKSPACE), fresh);
  process.exit(0);
} catch (error) {
  if (error instanceof StopRequest) process.exit(0);
  printFailure(error instanceof StartFailure ? error.message : `Unexpected: ${messageOf(error)}`);
  if (!(error instanceof StartFailure) && error instanceof Error) printFailure(error.stack ?? '');
  process.exit(1);
}
