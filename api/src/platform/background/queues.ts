/** Schema of the queue tables. Separate from `public`, so that migrations and drift checks of one skip the other. */
export const QUEUE_SCHEMA = 'pgboss';

/** The queue of the jobs that have failed for good. It has no handler: operators look at them. */
export const DEAD_LETTERS = 'dead-letters';

const DAY_SECONDS = 86_400;

/** A queue of background jobs. Times are in seconds. */
interface Queue {
  /** Cron expression, in UTC. Without one, the jobs are sent in the transaction of their cause. */
  schedule?: string;
  /** Attempts after the first one. A job that has failed in all of them is a dead letter. */
  retryLimit: number;
  /** Pause before the second attempt. It doubles with each further one. */
  retryDelay: number;
  retryDelayMax: number;
  /** Maximum time of an attempt. */
  expireInSeconds: number;
  /** Jobs that one process runs at a time. */
  batchSize: number;
}

/** The next job of a schedule repeats the work anyway. */
const SCHEDULED = { retryLimit: 2, retryDelay: 10, retryDelayMax: 60, expireInSeconds: 3600, batchSize: 1 };

/**
 * The background work of the API. Each queue has one handler: a provider with `@Handles(name)`. The start fails if one is
 * missing.
 */
export const QUEUES = {
  /** Looks up pending payments at the provider. */
  'payment-sweep': { ...SCHEDULED, schedule: '* * * * *' },
  /** Compares the ledger with the provider's balance. */
  'ledger-check': { ...SCHEDULED, schedule: '30 3 * * *' },
  /** Transfers the share of a payment to its pilot, or takes it back. All attempts take about two days. */
  'pilot-transfer': {
    retryLimit: 20,
    retryDelay: 30,
    retryDelayMax: 4 * 3600,
    expireInSeconds: 120,
    batchSize: 5,
  },
  /** Sends the jobs of all payouts that are due or on their way. */
  payouts: { ...SCHEDULED, schedule: '0 15 * * *' },
  /** Pays the balance of a pilot out, and looks up payouts on their way. All attempts take about two days. */
  payout: { retryLimit: 20, retryDelay: 30, retryDelayMax: 4 * 3600, expireInSeconds: 120, batchSize: 5 },
  /** Removes contents that no row names. */
  'content-sweep': { ...SCHEDULED, schedule: '* * * * *' },
  /** Sends a mail. With the random part of each pause, the first one takes about a minute, and all attempts about 16 hours. */
  mail: { retryLimit: 11, retryDelay: 45, retryDelayMax: 4 * 3600, expireInSeconds: 120, batchSize: 5 },
  /** Writes mails about the accepted jobs that are due tomorrow. */
  'deadline-reminders': { ...SCHEDULED, schedule: '*/15 * * * *' },
  /** Ends the assignments that their owners asked to end, when the time for a decision is over. */
  'end-requests': { ...SCHEDULED, schedule: '*/15 * * * *' },
  /** Reads the uploaded log of a flight record. */
  'read-flight-log': {
    retryLimit: 10,
    retryDelay: 30,
    retryDelayMax: 3600,
    expireInSeconds: 600,
    batchSize: 1,
  },
  /** Makes the export of a user's data, in parts. Only its handler knows which failure is the last one. */
  'data-export': {
    retryLimit: 10,
    retryDelay: 60,
    retryDelayMax: 600,
    expireInSeconds: 6 * 3600,
    batchSize: 1,
  },
  /** Deletes an account at the end of its time of grace. */
  'account-deletion': {
    retryLimit: 10,
    retryDelay: 60,
    retryDelayMax: 3600,
    expireInSeconds: 600,
    batchSize: 1,
  },
  /** Deletes what remained of deleted accounts, and the history of withdrawn jobs, when their time is over. */
  'old-jobs': { ...SCHEDULED, schedule: '30 * * * *' },
  /** Deletes expired rows. */
  housekeeping: { ...SCHEDULED, schedule: '*/5 * * * *' },
} as const satisfies Record<string, Queue>;

export type QueueName = keyof typeof QUEUES;

export const QUEUE_NAMES = Object.keys(QUEUES).filter((name): name is QueueName => name in QUEUES);

/** Returns the properties of a queue in its table. Workers receive a notification of each new job. */
export function optionsOf({ retryLimit, retryDelay, retryDelayMax, expireInSeconds }: Queue) {
  return {
    retryLimit,
    retryDelay,
    retryDelayMax,
    retryBackoff: true,
    expireInSeconds,
    // A job whose process has ended without a trace fails after this time.
    heartbeatSeconds: 30,
    retentionSeconds: 14 * DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    deadLetter: DEAD_LETTERS,
    notify: true,
  };
}
