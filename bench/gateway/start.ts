import { join } from 'node:path';
import { freePort } from '@dps/local-stack/ports';
import type { ManagedProcess } from '@dps/local-stack/process/managed-process';
import { gatewayProcess } from '@dps/local-stack/servers';
import { newKey } from '@dps/release-store/release-key';
import { openStore } from '@dps/release-store/open-store';
import { BUCKET, startBucket } from '@dps/release-store/testing/bucket';
import type { ShellRelease } from '@dps/contract';
import { publishShell } from '../faults/page-loads.ts';
import type { Teardown } from '@dps/local-stack/process/teardown';

const RELEASE_STORE = `s3://${BUCKET}/bench`;

interface GatewayOptions {
  port?: number;
  environment?: Record<string, string>;
  /** Returns the port at which the gateway reaches the bucket. */
  via?: (port: number) => Promise<number>;
}

/** Starts the built gateway, which serves a shell with many files from a bucket. */
export async function startGateway(
  api: string,
  teardown: Teardown,
  { environment, via, ...options }: GatewayOptions = {},
): Promise<{ gateway: ManagedProcess; shell: ShellRelease }> {
  const bucket = await startBucket();
  teardown.add(() => bucket.close());
  const { key } = newKey();
  const {
    S3_ENDPOINT,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = bucket.environment;
  const endpoint = new URL(S3_ENDPOINT ?? '');
  const settings = {
    endpoint: endpoint.origin,
    accessKeyId,
    secretAccessKey,
    region: 'us-east-1',
    pathStyle: true,
  };
  const shell = await publishShell(await openStore(RELEASE_STORE, settings), key);
  if (via) endpoint.port = String(await via(Number(endpoint.port)));
  const gateway = gatewayProcess({
    port: options.port ?? (await freePort()),
    environment: {
      API_ORIGIN: api,
      ...bucket.environment,
      S3_ENDPOINT: endpoint.origin,
      RELEASE_STORE,
      RELEASE_CACHE_DIR: join(teardown.temporaryFolder(), 'cache'),
      RELEASE_PUBLIC_KEYS: key.publicKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
      ...environment,
    },
  });
  teardown.add(() => gateway.stop());
  await gateway.start();
  return { gateway, shell };
}
