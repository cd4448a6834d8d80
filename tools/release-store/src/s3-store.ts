import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { mediaTypeOf } from './media-type.ts';
import { REGISTRY_FILE, type ReleaseStore, type StoredRegistry } from './release-store.ts';

/** Status codes of a conditional write whose condition does not hold. */
const CONDITION_FAILED = new Set([409, 412]);
const ENCODINGS = new Map([
  ['br', 'br'],
  ['gz', 'gzip'],
]);

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** Returns the headers of an immutable file. */
function headersOf(path: string) {
  const encoding = ENCODINGS.get(path.slice(path.lastIndexOf('.') + 1));
  const type = mediaTypeOf(encoding ? path.slice(0, path.lastIndexOf('.')) : path);
  return {
    CacheControl: 'public, max-age=31536000, immutable',
    ...(type && { ContentType: type }),
    ...(encoding && { ContentEncoding: encoding }),
  };
}

export interface S3Location {
  bucket: string;
  /** Prefix of every path: empty, or `releases/`. */
  prefix: string;
  client: S3ClientConfig;
}

/** A store in an S3-compatible bucket that supports conditional writes. */
export class S3Store implements ReleaseStore {
  readonly address: string;
  readonly #location: S3Location;
  readonly #client: S3Client;

  constructor(location: S3Location) {
    this.address = `s3://${location.bucket}/${location.prefix}`;
    this.#location = location;
    this.#client = new S3Client(location.client);
  }

  #object(path: string) {
    return { Bucket: this.#location.bucket, Key: this.#location.prefix + path };
  }

  async #get(path: string): Promise<{ content: Buffer; etag: string } | null> {
    try {
      const { Body, ETag } = await this.#client.send(new GetObjectCommand(this.#object(path)));
      return { content: Buffer.from((await Body?.transformToByteArray()) ?? []), etag: ETag ?? '' };
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  /** Returns false if the condition does not hold. */
  async #put(command: PutObjectCommand): Promise<boolean> {
    try {
      await this.#client.send(command);
      return true;
    } catch (error) {
      if (CONDITION_FAILED.has(statusOf(error) ?? 0)) return false;
      throw error;
    }
  }

  async readRegistry(): Promise<StoredRegistry | null> {
    const found = await this.#get(REGISTRY_FILE);
    return found && { text: found.content.toString(), etag: found.etag };
  }

  /** Changes nothing: one conditional write replaces the registry of a bucket. */
  restore(): Promise<boolean> {
    return Promise.resolve(false);
  }

  replaceRegistry(text: string, _revision: number, etag: string | null): Promise<boolean> {
    const condition = etag === null ? { IfNoneMatch: '*' } : { IfMatch: etag };
    return this.#put(
      new PutObjectCommand({
        ...this.#object(REGISTRY_FILE),
        Body: text,
        ContentType: 'application/json',
        CacheControl: 'no-cache',
        ...condition,
      }),
    );
  }

  async readFile(path: string): Promise<Buffer | null> {
    return (await this.#get(path))?.content ?? null;
  }

  createFile(path: string, content: Uint8Array): Promise<boolean> {
    const given = { ...this.#object(path), ...headersOf(path), Body: content, IfNoneMatch: '*' };
    return this.#put(new PutObjectCommand(given));
  }

  async listFiles(folder: string): Promise<string[]> {
    const paths: string[] = [];
    let token: string | undefined;
    do {
      const { Key, Bucket } = this.#object(`${folder}/`);
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket, Prefix: Key, ...(token && { ContinuationToken: token }) }),
      );
      for (const { Key: key } of page.Contents ?? [])
        if (key) paths.push(key.slice(this.#location.prefix.length));
      token = page.NextContinuationToken;
    } while (token);
    return paths.toSorted();
  }
}
