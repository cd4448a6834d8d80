import { join } from 'node:path';
import { freePort } from '@dps/local-stack/ports';
import { ManagedProcess } from '@dps/local-stack/process/managed-process';
import { newKey } from '@dps/release-store/release-key';
import { openStore } from '@dps/release-store/open-store';
import { BUCKET, startBucket } from '@dps/release-store/testing/bucket';
import { publishShell } from '../faults/page-loads.ts';
import type { Teardown } from '../measurement.ts';

const GATEWAY = join(import.meta.dirname, '../../gateway/dist/main.js');

/** Starts the built gateway, which serves the shell of the workspace from a bucket. Returns its address and process. */
export async function startGateway(api: string, teardown: Teardown): Promise<{ url: string; pid: number }> {
  const bucket = await startBucket();
  teardown.add(() => bucket.close());
  const { key } = newKey();
  const {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = bucket.environment;
  const store = `s3://${BUCKET}/bench`;
  const settings = { endpoint, accessKeyId, secretAccessKey, region: 'us-east-1', pathStyle: true };
  await publishShell(await openStore(store, settings), key);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const gateway = new ManagedProcess({
    name: 'gateway',
    command: [process.execPath, GATEWAY],
    environment: {
      NODE_ENV: 'production',
      GATEWAY_PORT: String(port),
      PUBLIC_ORIGIN: url,
      API_ORIGIN: api,
      ...bucket.environment,
      RELEASE_STORE: store,
      RELEASE_CACHE_DIR: join(teardown.temporaryFolder(), 'cache'),
      RELEASE_PUBLIC_KEYS: key.publicKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    },
    isReady: async () => (await fetch(`${url}/registry.json`)).ok,
  });
  teardown.add(() => gateway.stop());
  await gateway.start();
  return { url, pid: gateway.pid };
}
