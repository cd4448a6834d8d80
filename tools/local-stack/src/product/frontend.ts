import { Client } from 'pg';
import { startGateway, type RunningGateway } from '@dps/gateway';
import { DEMO_ACCOUNTS } from '@dps/contract';
import { ADDRESS_FILE } from '@dps/release/store/release-store';
import { FolderStore } from '@dps/release/store/folder-store';
import { startReleaseService, type RunningReleaseService } from '@dps/release/release-service';
import type { Plan, Services } from './plan.ts';
import type { StoredReleases } from './publish-workspace.ts';
import type { Startup } from './startup.ts';

/** Grace period for active requests when the product stops. */
const FINISH_WITHIN_MS = 2_000;

/** Returns the ids of the users who see the page `/releases`. */
async function releaseViewersOf(
  { releaseViewers, isLocal, demoData }: Plan,
  { url }: Services['database'],
): Promise<readonly number[]> {
  if (releaseViewers !== undefined || !isLocal || !demoData) return releaseViewers ?? [];
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const names = DEMO_ACCOUNTS.map(({ username }) => username);
    const { rows } = await client.query<{ id: number }>('SELECT id FROM users WHERE username = ANY($1)', [
      names,
    ]);
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** Starts the service of the page `/releases`. It reads the metrics of the API if there are any. */
function openReleaseService(
  { api, port, publicOrigin, metricsPort, warn }: Plan,
  { store, keys }: StoredReleases,
  viewers: readonly number[],
): Promise<RunningReleaseService> {
  return startReleaseService(
    {
      context: {
        store: new FolderStore(store),
        keys,
        products: { urls: [`http://127.0.0.1:${port}`], areRequired: true, withinMs: 0 },
        notice: warn,
      },
      viewers,
      api,
      publicOrigin,
      metrics: metricsPort === undefined ? [] : [`http://127.0.0.1:${metricsPort}/metrics`],
      log: (line) => warn(`Release service: ${line}`),
    },
    { host: '127.0.0.1', port: 0 },
  );
}

async function openGateway(
  plan: Plan,
  { payments, mail }: Services,
  { store: folder, keys }: StoredReleases,
  releaseService: string | undefined,
): Promise<RunningGateway> {
  const store = new FolderStore(folder);
  const gateway = await startGateway(
    {
      store,
      cacheFolder: plan.layout.gateway,
      releaseKeys: keys,
      deployment: {
        demoAccounts: plan.demoData ? DEMO_ACCOUNTS : [],
        payments: payments.deployment,
        ...(plan.overrideOrigins.length > 0 && { overrides: { origins: plan.overrideOrigins } }),
      },
      // As for overrides, a product that others reach is no place to try releases.
      ...(plan.overrideOrigins.length > 0 && { testers: 'any' }),
      publicOrigin: plan.publicOrigin,
      trustedProxies: plan.trustedProxies,
      ...(plan.allowedHosts && { allowedHosts: plan.allowedHosts }),
      api: `http://127.0.0.1:${await plan.via('api', plan.apiPort)}`,
      releaseService,
      paymentSandbox: payments.sandbox?.url,
      mailbox: mail.mailbox,
      log: plan.warn,
    },
    { host: '127.0.0.1', port: plan.port, finishWithinMs: FINISH_WITHIN_MS },
  );
  const close = async () => {
    try {
      await store.removeFile(ADDRESS_FILE);
    } finally {
      await gateway.close();
    }
  };
  try {
    // The release command waits until this product serves its changes.
    await store.replaceFile(ADDRESS_FILE, gateway.url);
  } catch (error) {
    await gateway.close();
    throw error;
  }
  return { ...gateway, close };
}

/** Starts the gateway and what it serves: the releases, and the service of the page `/releases`. */
export async function startFrontend(
  startup: Startup,
  plan: Plan,
  releases: StoredReleases,
  services: Services,
): Promise<void> {
  const viewers = await releaseViewersOf(plan, services.database);
  const service =
    viewers.length > 0
      ? await startup.part('Release service', () => openReleaseService(plan, releases, viewers))
      : undefined;
  await startup.part('Gateway', () => openGateway(plan, services, releases, service?.url));
}
