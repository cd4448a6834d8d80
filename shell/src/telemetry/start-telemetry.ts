import {
  paths,
  cookieValue,
  FAILED_SHELL_COOKIE,
  REPORTED_MS_MOST,
  type RegistryModule,
  type TelemetryBody,
} from '@dps/contract';
import { receiveFailures } from '@dps/contract/guest';
import { activateTelemetry, Telemetry, type LoadFacts } from './telemetry.ts';
import { reportFailureOnce } from './failure-report.ts';
import { reportScriptError } from './script-error.ts';
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

/** Sends a report, also while the page unloads. A failure is not reported: that report would fail, too. */
function send(report: TelemetryBody): void {
  fetch(paths.telemetry(), {
    method: 'POST',
    // Reports do not identify the user.
    credentials: 'omit',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  }).catch(() => undefined);
}

/**
 * Starts to collect and to report failures of this page. Called once, before all other code.
 *
 * @param modules the modules of this page
 * @param isTrial whether this tab runs overrides: their failures are not reported
 */
export function startTelemetry(modules: readonly RegistryModule[] = [], isTrial = false): Telemetry {
  const observed = modules.filter(({ canary }) => canary);
  const telemetry = new Telemetry(
    { send, isOnline: () => !isTrial && navigator.onLine },
    new Map(observed.map(({ name, stable }) => [name, stable])),
  );
  activateTelemetry(telemetry);
  receiveFailures(reportFailureOnce);
  globalThis.addEventListener('error', ({ error }) => reportScriptError(error));
  globalThis.addEventListener('unhandledrejection', ({ reason }) => reportScriptError(reason));
  // Browsers dispatch only one of the two events when a page unloads.
  globalThis.addEventListener('pagehide', () => {
    telemetry.states.left();
    telemetry.flush();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') telemetry.flush();
  });
  return telemetry;
}
