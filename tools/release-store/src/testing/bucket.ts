import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

export const BUCKET = 'releases';
const PRECONDITION_FAILED =
  '<Error><Code>PreconditionFailed</Code><Message>At least one condition did not hold</Message></Error>';

/** Adds conditional writes, which the server ignores. Serializes the writes of a file. */
function addConditionalWrites(s3: S3rver): void {
  const queues = new Map<string, Promise<void>>();
  s3.middleware.unshift(async (context, next) => {
    const [match, noneMatch] = [context.get('if-match'), context.get('if-none-match')];
    if (context.method !== 'PUT' || !(match || noneMatch)) return next();
    const [, bucket = '', ...rest] = decodeURIComponent(context.path).split('/');
    const key = rest.join('/');
    const write = async () => {
      const exists = await s3.store.existsObject(bucket, key);
      const etag = exists ? (await s3.store.getMetadata(bucket, key)).etag : undefined;
      if ((noneMatch === '*' && exists) || (match && match !== etag))
        Object.assign(context, { status: 412, type: 'application/xml', body: PRECONDITION_FAILED });
      else await next();
    };
    const queued = (queues.get(context.path) ?? Promise.resolve()).then(write, write);
    queues.set(context.path, queued);
    await queued;
  });
}

export interface Bucket {
  /** Environment variables with the connection settings. */
  environment: Record<string, string>;
  /** Folder of the stored objects. */
  directory: string;
  close(): Promise<void>;
}

/** Starts an S3-compatible server with one bucket on a free loopback port. */
export async function startBucket(): Promise<Bucket> {
  const directory = mkdtempSync(path.join(tmpdir(), 'dps-bucket-'));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await s3.configureBuckets();
  addConditionalWrites(s3);
  const server = createServer(s3.callback());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    directory,
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      s3.logger.exceptions.unhandle();
      s3.logger.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
