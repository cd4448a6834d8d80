/** SQLSTATEs of temporary failures: too many connections, shutdown, startup, statement timeout, a read-only standby. */
const UNAVAILABLE_STATES = /^(08\w{3}|53\w{3}|57P0[1-5]|57014|55P03|25006)$/;
const UNAVAILABLE_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// Errors of the driver, its pool and TypeORM have no code. TypeORM releases the runner of a transaction whose connection is lost.
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Query runner already released|Database connection provided by a query runner was already released|Client (has encountered a connection error|was closed))/;

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

function field(error: object, name: 'code' | 'constraint'): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** True if a query failed because the database was unreachable or temporarily refused it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = field(error, 'code') ?? '';
  if (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SOCKET.has(code)) return true;
  return UNAVAILABLE_MESSAGES.test(error.message);
}

function violates(error: unknown, state: string, constraint: string): boolean {
  return (
    error instanceof Error && field(error, 'code') === state && field(error, 'constraint') === constraint
  );
}

/** True if a write violated this unique constraint or index. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return violates(error, UNIQUE_VIOLATION, constraint);
}

/** True if a write violated this foreign key. */
export function violatesForeignKey(error: unknown, constraint: string): boolean {
  return violates(error, FOREIGN_KEY_VIOLATION, constraint);
}
