/** Schema of the queue tables. Separate from `public`, so that migrations and drift checks of one skip the other. */
export const QUEUE_SCHEMA = 'pgboss';

/** The queue of sweeps, and how long it keeps its jobs. A failed job is not repeated, because the next one is due soon. */
export const SWEEP_QUEUE = {
  name: 'payment-sweep',
  options: { retryLimit: 0, expireInSeconds: 300, retentionSeconds: 3600, deleteAfterSeconds: 86_400 },
} as const;
