import type { Argon2Parameters } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BoundedQueue } from '../concurrency/bounded-queue.ts';
import { HashThread } from './hash-thread.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

const HASHES_AT_A_TIME = 1;
const MOST_WAITING = 100;

/** Hash of a random password. Unknown users are verified against it, so that the response takes the same time. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$FYwzI6tf+NULS3AcCLWgaQ$ULeSWoIwaalIGhrSYjcB5nKMmrL7OS5p3YbP9lvQDsw';

/** Hashes and verifies passwords, one at a time: each takes 19 MiB and about 20 ms of CPU time. */
@Injectable()
export class PasswordService implements OnApplicationShutdown {
  private readonly thread = new HashThread();
  private readonly argon2id = (parameters: Argon2Parameters) => this.thread.run(parameters);
  private readonly queue = new BoundedQueue(HASHES_AT_A_TIME, MOST_WAITING);

  hash(password: string): Promise<string> {
    return this.queue.run(() => hashPassword(password, this.argon2id));
  }

  /** True if the password matches. For an unknown user (`null`) and a deleted one (`''`) it is false, after the same time. */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const fits = await this.queue.run(() => verifyPassword(password, stored || DUMMY_HASH, this.argon2id));
    return fits && Boolean(stored);
  }

  /** Runs after the last request has ended. */
  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }
}
