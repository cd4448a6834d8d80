import { findRoute, type Registry } from '@dps/contract';

/** Mail programs encode an address more than once, each time for another server. */
function decode(address: string): string {
  let text = address.replaceAll('&#35;', '#');
  try {
    for (let times = 0; times < 3; times += 1) text = decodeURIComponent(text);
  } catch {
    // The rest is not encoded.
  }
  return text;
}

/** Removes what a sentence or a mail program appends: no address of a page ends with such characters. */
const trimEnd = (address: string): string => address.replace(/(?:&\w+;|[^\w-])+$/, '');

/**
 * Returns the address that a mail program has changed, as it was: encoded, wrapped, or followed by other characters. Without such a
 * page, returns the part before `#`, because a secret may follow. Null if there is nothing to repair.
 */
export function repairedAddress(
  registry: Registry,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
): string | null {
  if (findRoute(registry, pathname)) {
    const path = decode(pathname);
    const trimmed = trimEnd(path.replaceAll(/[\r\n]/g, ''));
    return trimmed !== path && findRoute(registry, trimmed) ? trimmed + search + hash : null;
  }
  const [address = '', secret] = decode(pathname + search + hash).split(/(?=#)/, 2);
  // Other words may follow the address, or a line break may divide it.
  for (const candidate of [address.replace(/[\s<>"].*/s, ''), address.replaceAll(/\s/g, '')]) {
    const [page = '', query] = trimEnd(candidate).split('?');
    const path = trimEnd(page);
    if (path && findRoute(registry, path)) return [path, query && `?${query}`, secret].join('');
  }
  return secret ? trimEnd(address) || '/' : null;
}

/** Repairs the address of this page, so that no later request and no report has a secret of a changed link. */
export function repairAddress(registry: Registry): void {
  const repaired = repairedAddress(registry, location);
  if (repaired !== null) history.replaceState(history.state, '', repaired);
}
