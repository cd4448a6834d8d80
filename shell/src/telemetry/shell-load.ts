import { cookieValue, FAILED_SHELL_COOKIE, REPORTED_MS_MOST } from '@dps/shared-contracts';
import type { LoadFacts } from './telemetry.ts';

interface Start {
  /** The version that runs. */
  version: string;
  /** The document's cookies, one of which holds the version of a shell that did not start in this browser. */
  cookies: string;
  /** Whether the document knows a shell to fall back on; the one that was fallen back on has none. */
  hasFallback: boolean;
  /** From the beginning of the navigation, in ms. */
  ms: number;
}

/** What the team hears of a shell that has started: that it has, or in the place of which one that did not. */
export function shellLoad({ version, cookies, hasFallback, ms }: Start): LoadFacts {
  const failed = hasFallback ? undefined : cookieValue(cookies, FAILED_SHELL_COOKIE);
  const facts = { module: 'shell', ms: Math.min(Math.round(ms), REPORTED_MS_MOST) };
  return failed === undefined || failed === version
    ? { ...facts, version, outcome: 'loaded' }
    : { ...facts, version: failed, outcome: 'fallback', shown: version };
}
