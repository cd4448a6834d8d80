import { startProduct, type Product, type ProductOptions } from '@dps/local-stack';
import { freePort } from '@dps/local-stack/ports';
import { ManagedProcess, type ProcessOptions } from '@dps/local-stack/process/managed-process';
import type { Teardown } from '@dps/local-stack/process/teardown';

/** Keys of the payment provider, which no measurement of the API calls. */
const PROVIDER = {
  secretKey: 'sk_test_bench',
  publishableKey: 'pk_test_bench',
  webhookSecret: 'whsec_bench',
};

/** Starts the product until the teardown. */
export function startMeasured(options: ProductOptions, teardown: Teardown): Promise<Product> {
  const { signal } = teardown;
  const starting = startProduct({ logLevel: 'warn', signal, ...options });
  teardown.add(async () => (await starting.catch(() => undefined))?.close());
  return starting;
}

/** Starts PostgreSQL and processes of the API with the settings of production, their log included. */
export function startApi(
  teardown: Teardown,
  { flags = [], ...options }: ProductOptions & { flags?: readonly string[] } = {},
): Promise<Product> {
  const limits = { RATE_LIMIT_FACTOR: '10000', OPEN_JOBS_PER_CLIENT: '1000000' };
  return startMeasured(
    {
      parts: 'api',
      demoData: false,
      smtp: null,
      stripe: PROVIDER,
      logLevel: 'info',
      // A measurement sends the requests of thousands of users from few accounts and one network.
      environment: { NODE_ENV: 'production', ...limits },
      measured: { flags },
      ...options,
    },
    teardown,
  );
}

/** Starts a server or a program of a measurement with exactly this environment. A server listens on the variable `PORT`. */
export async function startProgram(
  program: string,
  { isServer = false, environment = {} }: { isServer?: boolean; environment?: NodeJS.ProcessEnv },
  teardown: Teardown,
): Promise<ManagedProcess> {
  const port = String(await freePort());
  const options: ProcessOptions = {
    name: program,
    command: [process.execPath, program],
    environment: { NODE_ENV: 'production', PORT: port, ...environment },
    isReady: isServer ? `http://127.0.0.1:${port}/api/health/ready` : async () => true,
    hasMessages: true,
  };
  const started = new ManagedProcess(options);
  teardown.add(() => started.stop());
  await started.start();
  return started;
}
