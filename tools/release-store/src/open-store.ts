import { FolderStore } from './folder-store.ts';
import type { ReleaseStore } from './release-store.ts';

/** How to reach a bucket; what is absent is Amazon's default. */
export interface S3Settings {
  /** Address of an S3-compatible server that is not Amazon's. */
  endpoint?: string | undefined;
  region?: string | undefined;
  /** True when the bucket is in the path of an address and not in its host. */
  pathStyle?: boolean | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
}

/** Whether the address of a store is a bucket: `s3://bucket/prefix`. */
export const isBucket = (address: string): boolean => /^s3:\/\/[^/]/.test(address) && URL.canParse(address);

const CONNECT_WITHIN_MS = 2_000;
const IDLE_WITHIN_MS = 10_000;

async function openBucket(address: URL, settings: S3Settings): Promise<ReleaseStore> {
  // The SDK takes half a second to load, which is half of the time limit of a rollback.
  const { S3Store } = await import('./s3-store.ts');
  const { endpoint, region, pathStyle = false, accessKeyId, secretAccessKey } = settings;
  const prefix = address.pathname.replace(/^\/+|\/+$/g, '');
  return new S3Store({
    bucket: address.hostname,
    prefix: prefix && `${prefix}/`,
    client: {
      ...(endpoint && { endpoint }),
      ...(region && { region }),
      forcePathStyle: pathStyle,
      // Without a key pair the SDK uses its own sources: variables, profiles, the role of the machine.
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
      requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: IDLE_WITHIN_MS },
    },
  });
}

/**
 * Opens a store without a request to it.
 *
 * @param address a folder, or `s3://bucket/prefix`
 */
export async function openStore(address: string, settings: S3Settings): Promise<ReleaseStore> {
  return isBucket(address) ? openBucket(new URL(address), settings) : new FolderStore(address);
}
