import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@dps/local-stack/ports';
import S3rver from 's3rver';
import type { S3Config } from '../../src/platform/config/attachment-config.ts';

const BUCKET = 'attachments';
/** The access keys of the server. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** Handles a request instead of the store. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => void;

export interface ObjectStore {
  config: S3Config;
  /** The names of the stored objects. */
  objects(): string[];
  /** Makes every following request use this fault. */
  setFault(fault: Fault): void;
  stop(): Promise<void>;
  /** Listens again, without a fault. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an S3-compatible server with one bucket, on a free port of the loopback interface. */
export async function startObjectStore(): Promise<ObjectStore> {
  const directory = mkdtempSync(join(tmpdir(), 'dps-objects-'));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await s3.configureBuckets();
  const serve = s3.callback();
  let fault: Fault | null = null;
  const server = createServer((request, response) => (fault ?? serve)(request, response));
  const port = await freePort();
  const listen = () => once(server.listen(port, '127.0.0.1'), 'listening');
  await listen();
  const stop = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: BUCKET,
      pathStyle: true,
      credentials: CREDENTIALS,
    },
    objects: () =>
      readdirSync(join(directory, BUCKET), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('_object'))
        .map((name) => name.replace(/\._S3rver_object$/, '')),
    setFault: (next) => {
      fault = next;
    },
    stop,
    start: async () => {
      fault = null;
      if (!server.listening) await listen();
    },
    close: async () => {
      await stop();
      s3.logger.exceptions.unhandle();
      s3.logger.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
