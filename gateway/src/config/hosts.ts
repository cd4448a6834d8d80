import { isLoopbackHost } from '@dps/contract/server';

/** Returns whether a text is a host name or an address, without scheme and port: `surveys.example`, `[2001:db8::1]`. */
export const isHostname = (text: string): boolean =>
  URL.parse(`http://${text}`)?.hostname === text.toLowerCase();

/**
 * Returns a rule for Host headers. It accepts the host of the public origin, the additional hosts, and each name of this
 * machine if the public origin is one. Ports do not matter, because a balancer can change them.
 *
 * @param publicOrigin public origin of the gateway
 * @param additional further host names, without ports
 */
export function hostRule(
  publicOrigin: string,
  additional: readonly string[],
): (host: string | undefined) => boolean {
  const { hostname: publicHost } = new URL(publicOrigin);
  const allowed = new Set([publicHost, ...additional.map((host) => host.toLowerCase())]);
  return (host) => {
    const url = URL.parse(`http://${host ?? ''}`);
    const hostname = url?.href === `http://${url?.host}/` ? url.hostname : '';
    return allowed.has(hostname) || (isLoopbackHost(publicHost) && isLoopbackHost(hostname));
  };
}
