import { telemetryBody, type ReportedCrash, type ReportedLoad } from '@dps/contract';

/** The problem of a module that has no release which loads. */
export const unloadedText = (module: string, version: string): string =>
  `${module} ${version} cannot be loaded`;

const OUTCOMES: Record<ReportedLoad['outcome'], ((load: ReportedLoad) => string) | null> = {
  loaded: null,
  retried: ({ module, version }) => `${module} ${version} loads only at the second attempt`,
  fallback: ({ module, version, shown }) => `${module} ${version} falls back to ${shown}`,
  unavailable: ({ module, version }) => unloadedText(module, version),
};

function crashText({ module, version, part, errorName, message, place }: ReportedCrash): string {
  const where = place === undefined ? '' : `, in ${place}`;
  return `${module} ${version} throws while its ${part} renders: ${[errorName, message].filter(Boolean).join(': ')}${where}`;
}

/**
 * Returns the load failures and crashes in a report of the shell. The shell replaces a failed part by a panel, so only
 * its reports show the failure.
 *
 * @param report the body of a report, as JSON
 * @returns one sentence for each problem
 */
export function reportedProblems(report: string): string[] {
  const body: unknown = JSON.parse(report);
  if (!telemetryBody.isValidSync(body)) return [];
  return [
    ...(body.loads ?? []).flatMap((load) => OUTCOMES[load.outcome]?.(load) ?? []),
    ...(body.crashes ?? []).map(crashText),
  ];
}
