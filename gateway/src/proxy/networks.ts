const GROUPS = 8;
/** Providers assign the first 64 bits of an IPv6 address to one customer. */
const NETWORK_GROUPS = 4;

/**
 * Returns the network that counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address.
 *
 * @param address a valid address without brackets
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(?<four>[\d.]+)$/i.exec(address)?.groups?.['four'];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = [], tail = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
