import { TransferSlots, type SlotLimits } from '@dps/contract/server';
import { DomainError } from '../errors/domain-error.ts';

const RETRY_SECONDS = 5;

/**
 * Limits concurrent uploads or downloads. Each takes little memory, so many slow ones can run at the same time. The limits
 * keep clients from filling the disk or the memory.
 */
export class AccountSlots {
  private readonly slots: TransferSlots<number>;

  constructor(limits: SlotLimits) {
    this.slots = new TransferSlots(limits);
  }

  /** Takes a slot. The caller must call the returned function once to release it. Throws `rate_limited` or `unavailable`. */
  acquire(accountId: number): () => void {
    const taken = this.slots.take(accountId);
    if (taken === 'perClient') throw new DomainError('rate_limited', { retryAfterSeconds: RETRY_SECONDS });
    if (taken === 'atOnce')
      throw new DomainError('unavailable', {
        retryAfterSeconds: RETRY_SECONDS,
        cause: 'too many transfers at once',
      });
    return taken;
  }
}
