import { paths, type RegistryModule, type TelemetryBody } from '@dps/contract';
import { receiveFailures } from '@dps/contract/guest';
import { activateTelemetry, Telemetry } from './telemetry.ts';
import { reportFailureOnce } from './failure-report.ts';
import { reportScriptError } from './script-error.ts';

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
