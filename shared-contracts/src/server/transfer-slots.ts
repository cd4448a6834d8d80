/** Minimum average rate at which a body must move. */
export interface MinimumRate {
  /** Time without a minimum, in milliseconds. */
  graceMs: number;
  /** Average after the grace period. */
  bytesPerSecond: number;
}

/** Returns the maximum time for a number of bytes since the start of a body, in milliseconds. */
function allowedMs({ graceMs, bytesPerSecond }: MinimumRate, bytes: number): number {
  return graceMs + (bytes / bytesPerSecond) * 1000;
}

/**
 * Watches a body that starts to move now.
 *
 * @param movedBytes returns the number of bytes since the start
 * @param onTooSlow runs once, when the body is slower than the minimum
 * @returns a function that stops the watch
 */
export function watchRate(limits: MinimumRate, movedBytes: () => number, onTooSlow: () => void): () => void {
  const begun = performance.now();
  let timer: NodeJS.Timeout;
  const check = () => {
    const leftMs = begun + allowedMs(limits, movedBytes()) - performance.now();
    if (leftMs <= 0) onTooSlow();
    else timer = setTimeout(check, leftMs);
  };
  check();
  return () => clearTimeout(timer);
}

export interface SlotLimits {
  /** Maximum number of units at a time: transfers, or the bytes that they hold. */
  atOnce: number;
  /** Maximum number of units of one client at a time. */
  perClient: number;
}

/** An account, or a network of `clientNetwork`. */
type Client = string | number;

/**
 * Limits the transfers that are open at a time, or the bytes that they hold. A network takes at most as many units as are
 * free, so each one that takes all it can leaves as many to the others: after n such networks, one part in n + 1.
 */
export class TransferSlots {
  private readonly taken = new Map<Client, number>();
  private total = 0;

  private readonly limits: SlotLimits;

  constructor(limits: SlotLimits) {
    this.limits = limits;
  }

  /**
   * Takes units for a client.
   *
   * @param client an account or a network
   * @param network the network of an account
   * @param units one for a transfer, or its bytes
   * @returns a function that releases the units, to call once; or the limit that leaves too few
   */
  take(client: Client, network = client, units = 1): (() => void) | keyof SlotLimits {
    const free = this.limits.atOnce - this.total;
    if (this.of(client) + units > this.limits.perClient) return 'perClient';
    if (units > free) return 'atOnce';
    if (this.of(network) + units > free) return 'perClient';
    this.change(client, network, units);
    return () => this.change(client, network, -units);
  }

  private of(client: Client): number {
    return this.taken.get(client) ?? 0;
  }

  private change(client: Client, network: Client, units: number): void {
    this.total += units;
    for (const each of new Set([client, network])) {
      const left = this.of(each) + units;
      if (left > 0) this.taken.set(each, left);
      else this.taken.delete(each);
    }
  }
}
