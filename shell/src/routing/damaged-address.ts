import { findRoute, type Registry } from '@dps/contract';

/** Mail programs encode an address more than once, each time for another server. */
const MOST_DECODINGS = 3;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', num: '#', '#35': '#', '#x23': '#' };

function decodeOnce(text: string): string {
  const plain = text.replaceAll(
    /&(\w+|#\w+);/g,
    (_entity, name: string) => ENTITIES[name.toLowerCase()] ?? ' ',
  );
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function decode(address: string): string {
  let text = address;
  for (let times = 0; times < MOST_DECODINGS; times += 1) text = decodeOnce(text);
  return text;
}

/** Removes what a sentence or a mail program appends: no address of a page ends with such characters. */
const trimEnd = (address: string): string => address.replace(/[^\w-]+$/, '');

/**
 * Returns the address that a mail program has changed, as it was: encoded, wrapped, or followed by other characters. Without such a
 * page, returns the part before `#`, because a secret may follow. Null if there is nothing to repair.
 *
 * @param address path, query and fragment
 */
export function repairedAddress(
  registry: Registry,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
): string | null {
  const path = decode(pathname);
  if (findRoute(registry, pathname)) {
    const trimmed = trimEnd(path.replaceAll(/[\r\n]+/g, ''));
    return trimmed !== path && findRoute(registry, trimmed) ? trimmed + search + hash : null;
  }
  const text = decode(pathname + search + hash);
  const joined = text.replaceAll(/\s+/g, '');
  const [beforeSecret = ''] = joined.split('#', 1);
  const fragment = joined.slice(beforeSecret.length);
  // The rest of a sentence may follow the address, or a line break may divide it.
  for (const candidate of [text.split(/[\s<>"#]/, 1)[0] ?? '', beforeSecret]) {
    const [page = '', query] = candidate.split('?', 2);
    const found = trimEnd(page);
    if (found !== '' && findRoute(registry, found))
      return found + (query === undefined ? '' : `?${trimEnd(query)}`) + fragment;
  }
  return fragment === '' ? null : trimEnd(beforeSecret) || '/';
}

/** Repairs the address of this page, so that no later request and no report has a secret of a changed link. */
export function repairAddress(registry: Registry): void {
  const repaired = repairedAddress(registry, location);
  if (repaired !== null) history.replaceState(history.state, '', repaired);
}
