import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEMO_ACCOUNTS } from '@dps/shared-contracts';
import { messageOf, StackFailure } from './failure.ts';
import { createGateway } from './gateway/gateway.ts';
import { freePort } from './ports.ts';
import { runApiCommand, startApi } from './stack/api-server.ts';
import { dataLayout } from './stack/data-layout.ts';
import { openDatabase } from './stack/database.ts';
import { openPayments, type StripeKeys } from './stack/payments.ts';
import { publishWorkspace } from './store/publish.ts';
import { WORKSPACE } from './workspace.ts';

export { StackFailure } from './failure.ts';

export interface StackOptions {
  /** Holds the database, the store of releases, the sandbox's payments and the logs; made when missing. */
  dataDir: string;
  /** The gateway's port on the loopback interface; a free one where it is left out. */
  port?: number | undefined;
  /** The API's; a free one where it is left out. */
  apiPort?: number | undefined;
  /** Where browsers see the gateway, when it is not `http://localhost:<port>`. */
  publicOrigin?: string | undefined;
  /** A PostgreSQL of one's own instead of the embedded one. */
  databaseUrl?: string | undefined;
  /** The real payment provider instead of the sandbox. */
  stripe?: StripeKeys | undefined;
  /** Demo accounts and jobs; on unless it says false. */
  demoData?: boolean | undefined;
  /** For tests: a faster database, which is removed on close. */
  ephemeral?: boolean | undefined;
  /** Of the API; `info` where it is left out. */
  logLevel?: string | undefined;
  /** Gives the start up when it is aborted. */
  signal?: AbortSignal | undefined;
  /** Told of each part that has started, with the milliseconds that it took. */
  onProgress?: ((part: string, milliseconds: number) => void) | undefined;
  /** Told, in a line, of what somebody should look at while the stack runs. */
  onWarning?: ((line: string) => void) | undefined;
}

export interface RunningStack {
  /** `http://localhost:4200` */
  url: string;
  /** Resolves with the reason when a part ends by itself; the rest still has to be closed then. */
  failed: Promise<StackFailure>;
  /** Stops every part, the last started first. */
  close(): Promise<void>;
}

type Undo = () => Promise<void>;

/** Every step is taken, whatever another one does; the first failure is thrown at the end. */
async function undoAll(steps: Undo[]): Promise<void> {
  const failures: unknown[] = [];
  for (let step = steps.pop(); step; step = steps.pop())
    await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function startParts(options: StackOptions, undo: Undo[]): Promise<Omit<RunningStack, 'close'>> {
  const { signal, demoData = true, ephemeral = false, onWarning = () => undefined } = options;
  const layout = dataLayout(resolve(options.dataDir));
  const timed = async <Part>(name: string, start: () => Part | Promise<Part>): Promise<Part> => {
    signal?.throwIfAborted();
    const begin = performance.now();
    const part = await start();
    options.onProgress?.(name, performance.now() - begin);
    return part;
  };
  const port = options.port ?? (await freePort());
  const apiPort = options.apiPort ?? (await freePort());
  const url = `http://localhost:${port}`;
  const publicOrigin = options.publicOrigin ?? url;
  const api = `http://127.0.0.1:${apiPort}`;
  mkdirSync(layout.logs, { recursive: true });

  const publication = await timed('Published modules', () => publishWorkspace(WORKSPACE, layout.store));
  if (publication.repaired !== undefined)
    onWarning(`registry.json in ${layout.store} was damaged (${publication.repaired}) and was made anew.`);
  const { databaseUrl } = options;
  const database = await timed('Database', () =>
    openDatabase({ databaseUrl, dataDir: layout.postgres, ephemeral, signal }),
  );
  undo.push(() => database.close());
  const payments = await timed('Payments', () =>
    openPayments({
      stripe: options.stripe,
      stateFile: layout.payments,
      api,
      onError: (error) => onWarning(`Payment sandbox: ${messageOf(error)}`),
    }),
  );
  undo.push(() => payments.close());

  const environment = {
    NODE_ENV: 'development',
    LOG_LEVEL: options.logLevel ?? 'info',
    API_PORT: String(apiPort),
    PUBLIC_ORIGIN: publicOrigin,
    DATABASE_URL: database.url,
    DEMO_DATA: String(demoData),
    ...payments.environment,
  };
  await timed('Migrations', () => runApiCommand('migrate', { environment, signal }));
  if (demoData) await timed('Demo data', () => runApiCommand('seed', { environment, signal }));
  const log = join(layout.logs, 'api.log');
  const server = await timed('API', () => startApi(api, log, { environment, signal }));
  undo.push(() => server.close());

  const gateway = await createGateway({
    store: layout.store,
    deployment: { demoAccounts: demoData ? DEMO_ACCOUNTS : [], payments: payments.deployment },
    publicOrigin,
    api,
    paymentSandbox: payments.sandbox,
    log: onWarning,
  });
  undo.push(() => gateway.close());
  await timed('Gateway', () => gateway.listen({ host: '127.0.0.1', port }));

  const failed = Promise.race([
    database.ended.then(() => new StackFailure('PostgreSQL ended unexpectedly.')),
    server.ended.then((cause) => new StackFailure(`The API ended unexpectedly (${cause}). Its log: ${log}`)),
  ]);
  return { url, failed };
}

/**
 * Starts everything that the product needs, on this machine's loopback interface, out of what the workspace has built.
 *
 * @throws StackFailure that says what to do, when a part does not start; what had started is stopped then
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const undo: Undo[] = [];
  try {
    return { ...(await startParts(options, undo)), close: () => undoAll(undo) };
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
}
