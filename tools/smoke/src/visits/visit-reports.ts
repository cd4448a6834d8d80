import { telemetryBody, type ReportedCrash, type ReportedLoad } from '@dps/shared-contracts';

const OUTCOMES: Record<ReportedLoad['outcome'], ((load: ReportedLoad) => string) | null> = {
  loaded: null,
  retried: ({ module, version }) => `${module} ${version} loads at the second attempt only`,
  fallback: ({ module, version, shown }) => `${module} ${version} gives way to ${shown}`,
  unavailable: ({ module, version }) => `${module} ${version} cannot be loaded`,
};

function crashText({ module, version, part, errorName, message, place }: ReportedCrash): string {
  const where = place === undefined ? '' : `, in ${place}`;
  return `${module} ${version} throws while its ${part} is drawn: ${[errorName, message].filter(Boolean).join(': ')}${where}`;
}

/**
 * What the shell has told the team of a page: parts that did not load or crashed. A shell that contains a failure shows a
 * panel in its place, so that this is how one hears of it.
 *
 * @param report the body of a report, as JSON
 * @returns a sentence each, nothing where all is well
 */
export function reportedProblems(report: string): string[] {
  const body: unknown = JSON.parse(report);
  if (!telemetryBody.isValidSync(body)) return [];
  return [
    ...(body.loads ?? []).flatMap((load) => OUTCOMES[load.outcome]?.(load) ?? []),
    ...(body.crashes ?? []).map(crashText),
  ];
}
