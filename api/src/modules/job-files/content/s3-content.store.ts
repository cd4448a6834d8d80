import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Config } from '../../../platform/config/attachment-config.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { ByteRange } from '../../../platform/http/byte-range.ts';
import { ContentStore, ContentMissing, type NewContent } from './content.store.ts';

const PART_BYTES = 256 * 1024;
const RETRY_SECONDS = 10;
/** The error for a range behind the end of an object. */
const BEHIND_END = 'InvalidRange';

export interface S3Timeouts {
  connectMs: number;
  /** Maximum idle time of a connection. */
  idleMs: number;
  /** Maximum time to store a content. */
  putMs: number;
  /** Maximum time of any other call, without the body of its response. */
  callMs: number;
}

const TIMEOUTS: S3Timeouts = { connectMs: 3000, idleMs: 30_000, putMs: 60_000, callMs: 8000 };

/** A logger that writes nothing. By default, the SDK also writes its errors to the console. */
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {}

function connect({ endpoint, region, pathStyle, credentials }: S3Config, timeouts: S3Timeouts): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: 2,
    logger: SILENT,
    // Other S3 stores do not support checksums in trailers. Uploads set their own checksum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: timeouts.connectMs, socketTimeout: timeouts.idleMs },
    ...(endpoint !== null && { endpoint }),
    ...(credentials && { credentials }),
  });
}

/** Stores contents as objects of an S3-compatible store. Clients do not see the details of its errors. */
export class S3ContentStore extends ContentStore {
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
    // Without a listener, an error of the content would end the process.
    body.once('error', (error) => abort.abort(error));
    try {
      await this.call((abortSignal) => this.client.send(put, { abortSignal }), this.timeouts.putMs, abort);
    } finally {
      body.destroy();
    }
  }

  async read(key: string, { start, end }: ByteRange): Promise<Readable> {
    const get = new GetObjectCommand({ ...this.object(key), Range: `bytes=${start}-${end - 1}` });
    const { Body } = await this.call((abortSignal) => this.client.send(get, { abortSignal }));
    if (!(Body instanceof Readable)) throw new Error('The store returned no body');
    return Body;
  }

  async remove(key: string): Promise<void> {
    const remove = new DeleteObjectCommand(this.object(key));
    await this.call((abortSignal) => this.client.send(remove, { abortSignal }));
  }

  /** Closes the idle connections. */
  close(): void {
    this.client.destroy();
  }

  private object(key: string) {
    return { Bucket: this.config.bucket, Key: `attachments/${key}` };
  }

  /** Makes a call with a timeout, which covers the response up to its headers. */
  private async call<T>(
    send: (signal: AbortSignal) => Promise<T>,
    withinMs = this.timeouts.callMs,
    abort = new AbortController(),
  ): Promise<T> {
    const timer = setTimeout(() => abort.abort(), withinMs);
    try {
      return await send(abort.signal);
    } catch (error) {
      if (error instanceof NoSuchKey || (error instanceof S3ServiceException && error.name === BEHIND_END))
        throw new ContentMissing(error.message, { cause: error });
      throw new DomainError('unavailable', { retryAfterSeconds: RETRY_SECONDS, cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}
