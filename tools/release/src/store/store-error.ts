import { EXIT, messageOf, CommandError } from './command-error.ts';

/** More than the retries of a bucket take. */
const RESPOND_WITHIN_MS = 60_000;

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left',
  EDQUOT: 'the quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EIO: 'the device has an error',
};

function reasonOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code];
  return reason === undefined ? messageOf(error) : `${reason} (${code})`;
}

/** A store that is full, read-only, slow or away. `message` names the path and the cause. */
export class StoreError extends CommandError {
  override name = 'StoreError';

  /** True if the store did not respond, and may still complete the operation. */
  readonly isLate: boolean;

  constructor(message: string, isLate: boolean) {
    super(message, EXIT.unavailable);
    this.isLate = isLate;
  }
}

/**
 * Waits for one operation of a store.
 *
 * @param path the path in the store
 * @param done the operation, for the message: `read`, `written`
 * @throws StoreError if the operation fails or takes longer than a minute
 */
export async function storeOperation<T>(
  store: { readonly address: string },
  path: string,
  done: string,
  work: Promise<T>,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    late.reject(new Error(`the store did not respond within ${RESPOND_WITHIN_MS / 1000} s`));
  }, RESPOND_WITHIN_MS);
  try {
    return await Promise.race([work, late.promise]);
  } catch (error) {
    const address = `${store.address.replace(/\/$/, '')}/${path}`;
    throw new StoreError(`${address} cannot be ${done}: ${reasonOf(error)}`, isLate);
  } finally {
    clearTimeout(timer);
  }
}
