import type { ServedRevision } from '@dps/contract';
import { texts } from '../texts.ts';

/** Returns a sentence for each gateway that serves another revision. A later one is newer than this page. */
export function servedNotes(served: readonly ServedRevision[], revision: number): string[] {
  return served.flatMap(({ url, revision: found, problem }) => {
    if (found === undefined) return [texts.served.unknown(url, problem ?? '')];
    return found < revision ? [texts.served.late(url, found)] : [];
  });
}

/** Returns whether all gateways serve a revision or a later one. */
export const isServed = (served: readonly ServedRevision[], revision: number): boolean =>
  served.length > 0 && served.every(({ revision: found = 0 }) => found >= revision);

/** Returns the warning that a stored change is not served everywhere, with the cause for each gateway. */
export const lateText = (served: readonly ServedRevision[], revision: number): string =>
  [texts.rollback.late, ...servedNotes(served, revision)].join(' ');
