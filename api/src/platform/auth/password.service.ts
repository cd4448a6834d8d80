import { Injectable } from '@nestjs/common';
import { BoundedQueue } from '../concurrency/bounded-queue.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

const HASHES_AT_A_TIME = 2;
const MOST_WAITING = 100;

/** The hash of a random password that nobody knows, for checking against when there is no user. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$FYwzI6tf+NULS3AcCLWgaQ$ULeSWoIwaalIGhrSYjcB5nKMmrL7OS5p3YbP9lvQDsw';

/** Hashes and checks passwords, a few at a time: each takes 19 MiB and some 20 ms of a processor. */
@Injectable()
export class PasswordService {
  private readonly queue = new BoundedQueue(HASHES_AT_A_TIME, MOST_WAITING);

  hash(password: string): Promise<string> {
    return this.queue.run(() => hashPassword(password));
  }

  /** Whether the password fits; takes as long for a user who does not exist (`null`), and is false then. */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const fits = await this.queue.run(() => verifyPassword(password, stored ?? DUMMY_HASH));
    return fits && stored !== null;
  }
}
