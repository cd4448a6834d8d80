import { DomainError } from '../../errors/domain-error.ts';

const RETRY_SECONDS = 5;

export interface SlotLimits {
  /** Uploads that are received at once. */
  atOnce: number;
  /** Of these, those of one account. */
  perAccount: number;
}

/**
 * Counts the uploads under way. One costs little memory but its room on the disk, so there may be many, and slow ones
 * stand in nobody's way; the bounds are there for whoever would fill the disk.
 */
export class UploadSlots {
  private readonly taken = new Map<number, number>();
  private total = 0;

  constructor(private readonly limits: SlotLimits) {}

  /** Takes a place; whoever got it calls the answered function once. Throws `rate_limited` or `unavailable`. */
  take(accountId: number): () => void {
    const own = this.taken.get(accountId) ?? 0;
    if (own >= this.limits.perAccount)
      throw new DomainError('rate_limited', { retryAfterSeconds: RETRY_SECONDS });
    if (this.total >= this.limits.atOnce) {
      throw new DomainError('unavailable', {
        retryAfterSeconds: RETRY_SECONDS,
        cause: 'too many uploads at once',
      });
    }
    this.total += 1;
    this.taken.set(accountId, own + 1);
    return () => this.leave(accountId);
  }

  private leave(accountId: number): void {
    this.total -= 1;
    const left = (this.taken.get(accountId) ?? 1) - 1;
    if (left > 0) this.taken.set(accountId, left);
    else this.taken.delete(accountId);
  }
}
