import type { Writable } from 'node:stream';
import type { Connection, PoolClient, Submittable } from 'pg';
import type { DataSource } from 'typeorm';
import { releaseMemory } from '../files/release-memory.ts';

/** The values of a row in PostgreSQL's binary form. Whoever hands them over has no more use for them. */
export type BinaryRow = readonly Buffer[];

/** The messages of PostgreSQL's protocol during a copy. */
const MESSAGES = { data: 'd', done: 'c', fail: 'f' } as const;

// What rows in binary form begin and end with.
const SIGNATURE = Buffer.from('PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END = int16(-1);

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

/** An `integer` in binary form. */
export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Sends a message, whole, so that whatever fails next, the connection is between two of them. */
function send(stream: Writable, kind: keyof typeof MESSAGES, pieces: readonly Buffer[]): Promise<void> {
  const length = int32(pieces.reduce((sum, piece) => sum + piece.length, int32(0).length));
  return new Promise((resolve, reject) => {
    stream.cork();
    const parts = [Buffer.from(MESSAGES[kind]), length, ...pieces];
    for (const [index, part] of parts.entries()) {
      if (index < parts.length - 1) stream.write(part);
      else stream.write(part, (error) => (error ? reject(error) : resolve()));
    }
    stream.uncork();
  });
}

/** A `COPY` under way on one connection of the driver, which calls the handlers. */
class CopyIn implements Submittable {
  private readonly answered = Promise.withResolvers<void>();
  private sent: Promise<void> = Promise.resolve();
  private failed = false;

  constructor(
    readonly text: string,
    private readonly rows: AsyncIterable<BinaryRow>,
  ) {}

  /** Resolves when the rows are there; either way, nothing is sent any more. */
  async ended(): Promise<void> {
    try {
      await this.answered.promise;
    } finally {
      await this.sent;
    }
  }

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  handleCopyInResponse(connection: Connection): void {
    this.sent = this.send(connection);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.answered.resolve();
  }

  handleError(error: Error): void {
    this.failed = true;
    this.answered.reject(error);
  }

  private async send({ stream }: Connection): Promise<void> {
    try {
      await send(stream, 'data', [SIGNATURE]);
      for await (const row of this.rows) {
        if (this.failed) return;
        const values = row.flatMap((value) => [int32(value.length), value]);
        await send(stream, 'data', [int16(row.length), ...values]);
        for (const value of row) releaseMemory(value);
      }
      await send(stream, 'data', [END]);
      await send(stream, 'done', []);
    } catch (error) {
      this.answered.reject(error);
      await send(stream, 'fail', [Buffer.from('the rows broke off\0')]).catch(() => undefined);
    }
  }
}

/**
 * Inserts rows by a `COPY … FROM STDIN (FORMAT binary)`, all or none. Parameters of a statement are copied twice by the
 * driver, in memory that waits for the collector; rows go to the connection as they are.
 */
export async function copyIn(
  database: DataSource,
  text: string,
  rows: AsyncIterable<BinaryRow>,
): Promise<void> {
  const runner = database.createQueryRunner();
  try {
    const client: PoolClient = await runner.connect();
    await client.query(new CopyIn(text, rows)).ended();
  } finally {
    await runner.release();
  }
}
