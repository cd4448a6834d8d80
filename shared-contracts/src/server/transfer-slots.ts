export interface SlotLimits {
  /** Maximum number of transfers at a time. */
  atOnce: number;
  /** Maximum number of transfers of one client at a time. */
  perClient: number;
}

/** Limits the transfers that are open at a time. */
export class TransferSlots<Client> {
  private readonly taken = new Map<Client, number>();
  private total = 0;

  private readonly limits: SlotLimits;

  constructor(limits: SlotLimits) {
    this.limits = limits;
  }

  /**
   * Takes a slot for a client, such as an account or a network.
   *
   * @returns a function that releases the slot, to call once; or the limit that leaves no slot
   */
  take(client: Client): (() => void) | keyof SlotLimits {
    const own = this.taken.get(client) ?? 0;
    if (own >= this.limits.perClient) return 'perClient';
    if (this.total >= this.limits.atOnce) return 'atOnce';
    this.total += 1;
    this.taken.set(client, own + 1);
    return () => this.release(client);
  }

  private release(client: Client): void {
    this.total -= 1;
    const left = (this.taken.get(client) ?? 1) - 1;
    if (left > 0) this.taken.set(client, left);
    else this.taken.delete(client);
  }
}
