import { cookieValue, FAILED_SHELL_COOKIE, REPORTED_MS_MOST } from '@dps/contract';
import type { LoadFacts } from './telemetry.ts';
import { browserCookies } from '../document/page.ts';

interface Start {
  /** The version that runs. */
  version: string;
  /** The own cookies of the browser. One of them has the version of a shell that did not start in this browser. */
  cookies: string;
  /** Whether the document has a fallback shell; the document of a fallback has none. */
  hasFallback: boolean;
  /** Time since the start of the navigation, in ms. */
  ms: number;
}

/** Returns the reported load of a started shell: `loaded`, or `fallback` with the version that did not start. */
export function shellLoad({ version, cookies, hasFallback, ms }: Start): LoadFacts {
  const failed = hasFallback ? undefined : cookieValue(cookies, FAILED_SHELL_COOKIE);
  const facts = { module: 'shell', ms: Math.min(Math.round(ms), REPORTED_MS_MOST) };
  return failed === undefined || failed === version
    ? { ...facts, version, outcome: 'loaded' }
    : { ...facts, version: failed, outcome: 'fallback', shown: version };
}

let load: LoadFacts | undefined;

/** Returns the load of this document's shell, as of the first call. */
export function thisShellLoad(): LoadFacts {
  return (load ??= shellLoad({
    version: __MODULE_VERSION__,
    cookies: browserCookies(),
    hasFallback: document.querySelector('meta[name=shell-fallback]') !== null,
    ms: performance.now(),
  }));
}
