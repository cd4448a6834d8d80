import { DomainError } from '../errors/domain-error.ts';

const RETRY_SECONDS = 5;

export interface SlotLimits {
  /** Maximum number of transfers at a time. */
  atOnce: number;
  /** Maximum number of transfers of one account at a time. */
  perAccount: number;
}

/**
 * Limits concurrent uploads or downloads. Each takes little memory, so many slow ones can run at the same time. The limits
 * keep clients from filling the disk or the memory.
 */
export class AccountSlots {
  private readonly taken = new Map<number, number>();
  private total = 0;

  constructor(private readonly limits: SlotLimits) {}

  /** Takes a slot. The caller must call the returned function once to release it. Throws `rate_limited` or `unavailable`. */
  acquire(accountId: number): () => void {
    const own = this.taken.get(accountId) ?? 0;
    if (own >= this.limits.perAccount)
      throw new DomainError('rate_limited', { retryAfterSeconds: RETRY_SECONDS });
    if (this.total >= this.limits.atOnce) {
      throw new DomainError('unavailable', {
        retryAfterSeconds: RETRY_SECONDS,
        cause: 'too many transfers at once',
      });
    }
    this.total += 1;
    this.taken.set(accountId, own + 1);
    return () => this.release(accountId);
  }

  private release(accountId: number): void {
    this.total -= 1;
    const left = (this.taken.get(accountId) ?? 1) - 1;
    if (left > 0) this.taken.set(accountId, left);
    else this.taken.delete(accountId);
  }
}
