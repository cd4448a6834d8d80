import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { mediaTypeOf } from './media-type.ts';
import type { FileDetails, ReleaseStore } from './release-store.ts';
import { storeOperation } from './store-error.ts';

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

  readFile(path: string): Promise<Buffer | null> {
    return storeOperation(this, path, 'read', this.#read(path));
  }

  async #read(path: string): Promise<Buffer | null> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#object(path)));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  createFile(path: string, content: Uint8Array): Promise<boolean> {
    return storeOperation(this, path, 'written', this.#create(path, content));
  }

  async #create(path: string, content: Uint8Array): Promise<boolean> {
    const given = { ...this.#object(path), ...headersOf(path), Body: content, IfNoneMatch: '*' };
    try {
      await this.#client.send(new PutObjectCommand(given));
      return true;
    } catch (error) {
      if (CONDITION_FAILED.has(statusOf(error) ?? 0)) return false;
      throw error;
    }
  }

  async listFiles(folder: string): Promise<string[]> {
    return [...(await this.listDetails(folder)).keys()].toSorted();
  }

  listDetails(folder: string): Promise<Map<string, FileDetails>> {
    return storeOperation(this, folder, 'listed', this.#list(folder));
  }

  async removeFile(path: string): Promise<void> {
    await storeOperation(
      this,
      path,
      'removed',
      this.#client.send(new DeleteObjectCommand(this.#object(path))),
    );
  }

  async #list(folder: string): Promise<Map<string, FileDetails>> {
    const found = new Map<string, FileDetails>();
    let token: string | undefined;
    do {
      const { Key, Bucket } = this.#object(`${folder}/`);
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket, Prefix: Key, ...(token && { ContinuationToken: token }) }),
      );
      for (const { Key: key, Size: bytes = 0, LastModified: time } of page.Contents ?? []) {
        const details = { bytes, modifiedAt: time?.getTime() ?? Date.now() };
        if (key) found.set(key.slice(this.#location.prefix.length), details);
      }
      token = page.NextContinuationToken;
    } while (token);
    return found;
  }
}
