import { BuildFailure } from '../build-failure.ts';

const PRODUCT = 'http://localhost:4200';
const HIGHEST_PORT = 65_535;

/** Settings from the environment. */
export interface DevSettings {
  /** The port to listen on; if undefined, the first free port. */
  port: number | undefined;
  /** Origin of the running product, whose API the module uses. */
  product: string;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port > 0 && port <= HIGHEST_PORT) return port;
  throw new BuildFailure(`PORT is "${text}", which is not a port`, 'Set it to a number such as 4300.');
}

function originOf(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash)
    return url.origin;
  throw new BuildFailure(
    `PRODUCT_URL is "${text}", which is not an origin`,
    `Set it to the origin that npm start prints, such as ${PRODUCT}.`,
  );
}

/**
 * Reads `PORT` and `PRODUCT_URL`.
 *
 * @throws BuildFailure if one of them is invalid
 */
export function readDevSettings(environment: Readonly<Record<string, string | undefined>>): DevSettings {
  const { PORT, PRODUCT_URL } = environment;
  return { port: PORT ? portOf(PORT) : undefined, product: originOf(PRODUCT_URL || PRODUCT) };
}
