import { BuildFailure } from '../build-failure.ts';

const PRODUCT = 'http://localhost:4200';
const HIGHEST_PORT = 65_535;

/** What may be set in the environment. */
export interface DevSettings {
  /** The port to listen on; without one, the first free one is taken. */
  port: number | undefined;
  /** Origin of the product that runs, whose API the module works with. */
  product: string;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port > 0 && port <= HIGHEST_PORT) return port;
  throw new BuildFailure(`PORT is "${text}", which is no port`, 'Set it to a number such as 4300.');
}

function originOf(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash)
    return url.origin;
  throw new BuildFailure(
    `PRODUCT_URL is "${text}", which is no origin`,
    `Set it to what npm start prints, such as ${PRODUCT}.`,
  );
}

/**
 * Reads `PORT` and `PRODUCT_URL`.
 *
 * @throws BuildFailure that names what is wrong
 */
export function readDevSettings(environment: Readonly<Record<string, string | undefined>>): DevSettings {
  const { PORT, PRODUCT_URL } = environment;
  return { port: PORT ? portOf(PORT) : undefined, product: originOf(PRODUCT_URL || PRODUCT) };
}
