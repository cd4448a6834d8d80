import { shellLoad } from './shell-load.ts';
import type { LoadFacts } from './telemetry.ts';

let load: LoadFacts | undefined;

/** What became of the shell in this page, as it was when this was asked for the first time: when the page was there. */
export function thisShellLoad(): LoadFacts {
  return (load ??= shellLoad({
    version: __MODULE_VERSION__,
    cookies: document.cookie,
    hasFallback: document.querySelector('meta[name=shell-fallback]') !== null,
    ms: performance.now(),
  }));
}
