import { paths, type TelemetryBody } from '@dps/shared-contracts';
import { receiveFailures } from '@dps/shared-contracts/client';
import { activateTelemetry } from './active-telemetry.ts';
import { tellFailure } from './tell-failure.ts';
import { Telemetry } from './telemetry.ts';
import { scriptError } from './thrown.ts';

/** Outlives the page. That it could not be sent is nobody's news: a report about reports would not be sent either. */
function send(report: TelemetryBody): void {
  fetch(paths.telemetry(), {
    method: 'POST',
    // Whose page it is does not matter, and must not.
    credentials: 'omit',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  }).catch(() => undefined);
}

/**
 * Begins to collect what goes wrong in this page, and reports it to the team. Called once, before anything else.
 *
 * @param isTrial whether somebody tries something out in this tab: what goes wrong then is no release's fault
 */
export function startTelemetry(isTrial = false): Telemetry {
  const telemetry = new Telemetry({ send, isOnline: () => !isTrial && navigator.onLine });
  const tellThrown = (thrown: unknown) => {
    const facts = scriptError(thrown);
    if (facts) telemetry.threw(facts);
  };
  activateTelemetry(telemetry);
  receiveFailures(tellFailure);
  globalThis.addEventListener('error', ({ error }) => tellThrown(error));
  globalThis.addEventListener('unhandledrejection', ({ reason }) => tellThrown(reason));
  // Of a page that goes away the browser tells one or the other.
  globalThis.addEventListener('pagehide', () => telemetry.flush());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') telemetry.flush();
  });
  return telemetry;
}
