/** The schema of the queues' tables. Apart from `public`, so that drift checks and migrations of either skip the other. */
export const QUEUE_SCHEMA = 'pgboss';
