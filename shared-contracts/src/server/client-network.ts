import { isIP } from 'node:net';

/** An address with the port that some proxies add: `203.0.113.9:4711`, `[2001:db8::1]:443`. */
const WITH_PORT = /^(?:\[(?<six>[^\]]+)\]|(?<four>[\d.]+))(?::\d{1,5})?$/;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** Returns the 16-bit groups of a part of an IPv6 address. An IPv4 address at its end counts as two groups. */
function groupsOf(text: string): number[] {
  const last = text.slice(text.lastIndexOf(':') + 1);
  if (!last.includes('.'))
    return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [a = 0, b = 0, c = 0, d = 0] = last.split('.').map(Number);
  const before = text.slice(0, -last.length).replace(/:$/, '');
  return [...groupsOf(before), a * 256 + b, c * 256 + d];
}

/** Returns all eight groups of an IPv6 address. */
function expand(address: string): number[] {
  const [head = '', tail = ''] = address.split('::');
  const first = groupsOf(head);
  const last = groupsOf(tail);
  return [...first, ...Array<number>(Math.max(0, GROUPS - first.length - last.length)).fill(0), ...last];
}

/** Returns the mapped IPv4 address, else the first 64 bits, which providers assign to one customer. */
function networkOfSix(address: string): string {
  const groups = expand(address);
  const hex = groups.map((group) => group.toString(16));
  if (hex.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
  return `${hex.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/**
 * Returns the network that counts as one client: an IPv4 address, or the /64 network of an IPv6 address.
 *
 * @param text an address, perhaps with a port, brackets or a zone
 * @returns the normalized network; null if the text is not an address
 */
export function networkOf(text: string): string | null {
  const { six, four } = WITH_PORT.exec(text)?.groups ?? {};
  const [address = ''] = (six ?? four ?? text).split('%', 1);
  const version = isIP(address);
  if (version === 4) return address;
  if (version !== 6) return null;
  return networkOfSix(address);
}

/** True for a network of `networkOf` that is this machine. IPv6's first /64, that of `::1`, has no other address in use. */
export function isLoopback(network: string): boolean {
  return network.startsWith('127.') || network === '0:0:0:0::/64';
}

interface Forwarded {
  /** The addresses of a request, from the peer to the first one that is not a trusted proxy. */
  ips?: string[];
  ip: string;
}

/**
 * Returns the network of a request's client. If a trusted proxy does not add a valid address, the proxy's own network counts, so
 * that an invented header cannot create new clients.
 */
export function clientNetwork({ ips, ip }: Forwarded): string {
  for (const address of (ips ?? [ip]).toReversed()) {
    const network = networkOf(address);
    if (network !== null) return network;
  }
  return 'unknown';
}

const PROXY_GROUPS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Returns whether a text is an address, a range such as `10.0.0.0/8`, or the name of a group of ranges. */
function isProxy(text: string): boolean {
  if (PROXY_GROUPS.has(text)) return true;
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const addressBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return addressBits > 0 && Number(bits ?? 1) <= addressBits;
}

/** Returns whether Fastify's `trustProxy` accepts a text as a list of proxies, separated by commas. */
export const areProxies = (text: string): boolean => text.split(',').every((each) => isProxy(each.trim()));
