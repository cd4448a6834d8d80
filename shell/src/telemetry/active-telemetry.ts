import type { Telemetry } from './telemetry.ts';

let active: Telemetry | undefined;

/** Called once, before anything can go wrong that the team should hear of. */
export function activateTelemetry(started: Telemetry): void {
  active = started;
}

/** Where to tell what goes wrong in this page; nowhere until it is started. */
export function telemetry(): Telemetry | undefined {
  return active;
}
