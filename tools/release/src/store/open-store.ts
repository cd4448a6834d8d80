import { FolderStore } from './folder-store.ts';
import type { ReleaseStore } from './release-store.ts';

/** Connection settings of a bucket. Absent settings have Amazon's defaults. */
export interface S3Settings {
  /** Address of an S3-compatible server other than Amazon's. */
  endpoint?: string | undefined;
  region?: string | undefined;
  /** True if addresses have the bucket in the path instead of the host. */
  pathStyle?: boolean | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
}

/** Returns whether a store address is a bucket: `s3://bucket/prefix`. */
export const isBucket = (address: string): boolean => /^s3:\/\/[^/]/.test(address) && URL.canParse(address);

const CONNECT_WITHIN_MS = 2_000;
const IDLE_WITHIN_MS = 10_000;

async function openBucket(address: URL, settings: S3Settings): Promise<ReleaseStore> {
  // The SDK loads for half a second: half of the time limit of a rollback.
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
      // Without a key pair, the SDK reads variables, profiles, or the role of the machine.
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
      requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: IDLE_WITHIN_MS },
    },
  });
}

/**
 * Opens a store. Sends no request.
 *
 * @param address a folder, or `s3://bucket/prefix`
 */
export async function openStore(address: string, settings: S3Settings): Promise<ReleaseStore> {
  return isBucket(address) ? openBucket(new URL(address), settings) : new FolderStore(address);
}
