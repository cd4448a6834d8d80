import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Config } from '../../../platform/config/attachment-config.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { AttachmentContentStore, ContentMissing, type NewContent } from './attachment-content.store.ts';

const PART_BYTES = 256 * 1024;
const RETRY_SECONDS = 10;

export interface S3Timeouts {
  connectMs: number;
  /** Silence on a connection. */
  idleMs: number;
  /** The whole of storing a content. */
  putMs: number;
  /** Any other call, but for the body of its answer. */
  callMs: number;
}

const TIMEOUTS: S3Timeouts = { connectMs: 3000, idleMs: 30_000, putMs: 60_000, callMs: 8000 };

/** The SDK would write to the console what it throws as well. */
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {}

function connect({ endpoint, region, pathStyle, credentials }: S3Config, timeouts: S3Timeouts): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: 2,
    logger: SILENT,
    // Stores that are not Amazon's know no checksums in trailers; uploads name their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: timeouts.connectMs, socketTimeout: timeouts.idleMs },
    ...(endpoint !== null && { endpoint }),
    ...(credentials && { credentials }),
  });
}

/** Contents as objects of an S3-compatible store, without its errors' details for whoever asked. */
export class S3ContentStore extends AttachmentContentStore {
  private readonly client: S3Client;

  constructor(
    private readonly config: S3Config,
    private readonly timeouts = TIMEOUTS,
  ) {
    super();
    this.client = connect(config, timeouts);
  }

  async put(key: string, content: NewContent): Promise<void> {
    const body = Readable.from(content.read(PART_BYTES), { objectMode: false });
    const put = new PutObjectCommand({
      ...this.object(key),
      Body: body,
      ContentLength: content.size,
      ContentType: 'application/octet-stream',
      ChecksumSHA256: content.sha256.toString('base64'),
    });
    const abort = new AbortController();
    // Without a listener, an error of the content would be nobody's and end the process.
    body.once('error', (error) => abort.abort(error));
    try {
      await this.call((abortSignal) => this.client.send(put, { abortSignal }), this.timeouts.putMs, abort);
    } finally {
      body.destroy();
    }
  }

  async read(key: string): Promise<Readable> {
    const get = new GetObjectCommand(this.object(key));
    const { Body } = await this.call((abortSignal) => this.client.send(get, { abortSignal }));
    if (!(Body instanceof Readable)) throw new Error('The store answered without a body');
    return Body;
  }

  async remove(key: string): Promise<void> {
    const remove = new DeleteObjectCommand(this.object(key));
    await this.call((abortSignal) => this.client.send(remove, { abortSignal }));
  }

  /** Ends the connections that are kept for later. */
  close(): void {
    this.client.destroy();
  }

  private object(key: string) {
    return { Bucket: this.config.bucket, Key: `attachments/${key}` };
  }

  /** Makes a call that ends in time; what comes after its answer's headers is not limited here. */
  private async call<T>(
    send: (signal: AbortSignal) => Promise<T>,
    withinMs = this.timeouts.callMs,
    abort = new AbortController(),
  ): Promise<T> {
    const timer = setTimeout(() => abort.abort(), withinMs);
    try {
      return await send(abort.signal);
    } catch (error) {
      if (error instanceof NoSuchKey)
        throw new ContentMissing('The store has no such object', { cause: error });
      throw new DomainError('unavailable', { retryAfterSeconds: RETRY_SECONDS, cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}
