import type { Timing } from '../errors/domain-error.ts';

/**
 * Returns the SQL for the seconds since a time: negative before it.
 *
 * @param time SQL expression of the time
 */
export const secondsAfter = (time: string): string => `floor(extract(epoch FROM now() - ${time}))::int`;

/**
 * Returns why a row is refused after its end; undefined before.
 *
 * @param reason what has ended
 * @param row has `secondsAfter` its end
 */
export function expiry(reason: string, { secondsLate }: Pick<Timing, 'secondsLate'>): Timing | undefined {
  return secondsLate < 0 ? undefined : { reason, secondsLate };
}
