import type { Argon2Parameters } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BoundedQueue } from '../concurrency/bounded-queue.ts';
import { CONFIG } from '../config/config.module.ts';
import type { Config } from '../config/config.ts';
import { HashThread } from './hash-thread.ts';
import { hashPassword, unmatchedHash, verifyPassword } from './password-hash.ts';

const HASHES_AT_A_TIME = 1;
const MOST_WAITING = 100;

/** Hashes and verifies passwords, one at a time: in production, each takes 19 MiB and about 20 ms of CPU time. */
@Injectable()
export class PasswordService implements OnApplicationShutdown {
  private readonly thread = new HashThread();
  private readonly argon2id = (parameters: Argon2Parameters) => this.thread.run(parameters);
  private readonly queue = new BoundedQueue(HASHES_AT_A_TIME, MOST_WAITING);
  /** Unknown users are verified against it, so that the response takes the same time. */
  private readonly unmatched: string;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'passwordCost'>) {
    this.unmatched = unmatchedHash(config.passwordCost);
  }

  hash(password: string): Promise<string> {
    return this.queue.run(() => hashPassword(password, this.argon2id, this.config.passwordCost));
  }

  /** True if the password matches. For an unknown user (`null`) and a deleted one (`''`) it is false, after the same time. */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const hash = stored || this.unmatched;
    const fits = await this.queue.run(() => verifyPassword(password, hash, this.argon2id));
    return fits && Boolean(stored);
  }

  /** Runs after the last request has ended. */
  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }
}
