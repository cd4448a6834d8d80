import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainError } from '../errors/domain-error.ts';

const BUFFER_BYTES = 128 * 1024;
const RETRY_SECONDS = 30;

/** The error for a full disk or a temporary folder that is not writable. */
function unavailable(cause: unknown): DomainError {
  return new DomainError('unavailable', { retryAfterSeconds: RETRY_SECONDS, cause });
}

/** Opens a file and deletes its name, so that the system frees it when the process ends or crashes. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `dps-upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}

async function readAll(file: FileHandle, target: Buffer, position: number): Promise<void> {
  for (let done = 0; done < target.length;) {
    const { bytesRead } = await file.read(target, done, target.length - done, position + done);
    if (bytesRead === 0) throw new Error('A temporary file is shorter than what was written');
    done += bytesRead;
  }
}

/**
 * Buffers the bytes of an upload. A small part is in memory, and the rest in a temporary file. The owner of a spool must
 * discard it.
 */
export class Spool {
  private buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  private buffered = 0;
  private written = 0;
  private file: FileHandle | null = null;
  private readers = 0;
  private discarded = false;

  constructor(private readonly folder = tmpdir()) {}

  get size(): number {
    return this.written + this.buffered;
  }

  /** Appends bytes. The caller may reuse their buffer afterwards. Throws `unavailable` if the disk is full. */
  async append(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const copied = bytes.copy(this.buffer, this.buffered, at);
      this.buffered += copied;
      at += copied;
      if (this.buffered === BUFFER_BYTES) await this.flush();
    }
  }

  /** Yields the bytes from a position on in parts of `partBytes`; the last may be shorter. Throws if the spool was discarded. */
  async *read(partBytes: number, from = 0): AsyncGenerator<Buffer, void> {
    // Not a fault of the server, so it is not logged: the request line states that the client disconnected.
    if (this.discarded) throw new DomainError('malformed_request', { cause: 'the sender disconnected' });
    this.readers += 1;
    try {
      for (let at = from; at < this.size; at += partBytes) {
        yield await this.readPart(at, Math.min(partBytes, this.size - at));
      }
    } finally {
      this.readers -= 1;
      await this.release();
    }
  }

  /** Returns the bytes of a range; fewer at the end. Throws if the spool was discarded. */
  async readAt(position: number, length: number): Promise<Buffer> {
    const parts = this.read(Math.max(1, length), position);
    const { value } = await parts.next();
    await parts.return();
    return value ?? Buffer.alloc(0);
  }

  /** Releases the bytes as soon as no reader is active. */
  async discard(): Promise<void> {
    this.discarded = true;
    await this.release();
  }

  private async flush(): Promise<void> {
    try {
      this.file ??= await openNameless(this.folder);
      await writeAll(this.file, this.buffer.subarray(0, this.buffered), this.written);
    } catch (error) {
      throw unavailable(error);
    }
    this.written += this.buffered;
    this.buffered = 0;
  }

  private async readPart(at: number, length: number): Promise<Buffer> {
    const part = Buffer.allocUnsafe(length);
    const fromFile = Math.max(0, Math.min(length, this.written - at));
    if (this.file && fromFile > 0) await readAll(this.file, part.subarray(0, fromFile), at);
    const start = at + fromFile - this.written;
    if (fromFile < length) this.buffer.copy(part, fromFile, start, start + length - fromFile);
    return part;
  }

  private async release(): Promise<void> {
    if (!this.discarded || this.readers > 0) return;
    const { file } = this;
    this.file = null;
    this.buffer = Buffer.alloc(0);
    await file?.close();
  }
}

/**
 * Frees the memory of a part that is not read again. The garbage collector would free the parts late: a few large files
 * would occupy hundreds of MB, and its pauses would delay other requests.
 */
export function releaseMemory(part: Buffer): void {
  const { buffer } = part;
  // A small part shares its memory with other buffers.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === part.byteLength) buffer.transfer(0);
}
