import { telemetryBody, type TelemetryBody } from '@dps/contract';
import { activateTelemetry, Telemetry } from '../telemetry/telemetry.ts';

/** Telemetry of a page whose reports the test reads. Each must be valid for the server. */
export function recordReports(...canaries: [module: string, version: string][]) {
  const reports: TelemetryBody[] = [];
  const network = { online: true };
  const telemetry = new Telemetry(
    {
      send: (report) => reports.push(telemetryBody.validateSync(report)),
      isOnline: () => network.online,
    },
    new Map(canaries),
  );
  activateTelemetry(telemetry);
  return { telemetry, reports, network };
}
