import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { mediaTypeOf } from './media-type.ts';
import { REGISTRY_FILE, type ReleaseStore, type Stored } from './release-store.ts';

/** Answers of a conditional write that somebody else has forestalled. */
const FORESTALLED = new Set([409, 412]);
const ENCODINGS = new Map([
  ['br', 'br'],
  ['gz', 'gzip'],
]);

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** What servers of the bucket need to know about a file, which never changes once it is there. */
function headersOf(path: string) {
  const encoding = ENCODINGS.get(path.slice(path.lastIndexOf('.') + 1));
  const type = mediaTypeOf(encoding ? path.slice(0, path.lastIndexOf('.')) : path);
  return {
    CacheControl: 'public, max-age=31536000, immutable',
    ...(type && { ContentType: type }),
    ...(encoding && { ContentEncoding: encoding }),
  };
}

export interface S3Place {
  bucket: string;
  /** In front of every path: empty, or `releases/`. */
  prefix: string;
  client: S3ClientConfig;
}

/** A store in a bucket that speaks S3 and honours conditional writes. */
export class S3Store implements ReleaseStore {
  readonly address: string;
  readonly #place: S3Place;
  readonly #client: S3Client;

  constructor(place: S3Place) {
    this.address = `s3://${place.bucket}/${place.prefix}`;
    this.#place = place;
    this.#client = new S3Client(place.client);
  }

  #object(path: string) {
    return { Bucket: this.#place.bucket, Key: this.#place.prefix + path };
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

  /** False where the condition did not hold. */
  async #put(command: PutObjectCommand): Promise<boolean> {
    try {
      await this.#client.send(command);
      return true;
    } catch (error) {
      if (FORESTALLED.has(statusOf(error) ?? 0)) return false;
      throw error;
    }
  }

  async readRegistry(): Promise<Stored | null> {
    const found = await this.#get(REGISTRY_FILE);
    return found && { text: found.content.toString(), mark: found.etag };
  }

  replaceRegistry(text: string, _revision: number, mark: string | null): Promise<boolean> {
    const condition = mark === null ? { IfNoneMatch: '*' } : { IfMatch: mark };
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
        if (key) paths.push(key.slice(this.#place.prefix.length));
      token = page.NextContinuationToken;
    } while (token);
    return paths.toSorted();
  }
}
