import type { Actor } from '@dps/contract';
import { clientNetwork, TransferSlots, type SlotLimits } from '@dps/contract/server';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error.ts';

const RETRY_SECONDS = 5;

/** The sender of a request, from `senderOf`. */
export interface Sender {
  accountId: number;
  /** Absent if the accounts of one network may take all slots. */
  network?: string;
}

export function senderOf(request: FastifyRequest, { id: accountId }: Pick<Actor, 'id'>): Required<Sender> {
  return { accountId, network: clientNetwork(request) };
}

/** Limits what accounts hold at a time, so that none of them fills the memory: open transfers, or their bytes. */
export class AccountSlots {
  private readonly slots: TransferSlots;

  constructor(limits: SlotLimits) {
    this.slots = new TransferSlots(limits);
  }

  /**
   * Takes a slot, or as many units as bytes. The caller must call the returned function once to release them. Throws
   * `rate_limited` or `unavailable`.
   */
  acquire({ accountId, network }: Sender, units = 1): () => void {
    const taken = this.slots.take(accountId, network, units);
    if (taken === 'perClient') throw new DomainError('rate_limited', { retryAfterSeconds: RETRY_SECONDS });
    if (taken === 'atOnce')
      throw new DomainError('unavailable', {
        retryAfterSeconds: RETRY_SECONDS,
        cause: 'too many transfers at once',
      });
    return taken;
  }
}
