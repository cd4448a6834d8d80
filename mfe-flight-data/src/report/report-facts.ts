import {
  formatCoverage,
  formatDeadline,
  formatInstantUtc,
  HEIGHT_LIMIT,
  isCounted,
  isSummary,
  JOB_STATUS_LABELS,
  jobNumber,
  type EvidenceReportView,
  type ReportedFlight,
} from '@dps/contract';
import type { SheetFact } from '@dps/ui/print-sheet';
import { formatArea } from '../evidence/evidence-format.ts';
import { formatMinutes } from '../records/flight-totals.ts';
import { texts } from '../texts/report.ts';

/** Returns the comparison of all flights with the height limit, in one to three sentences. */
export function heightLines(flights: readonly ReportedFlight[]): string[] {
  const heights = flights.map(({ evidence }) => evidence?.figures.maxHeightMeters ?? null);
  const known = heights.filter((height) => height !== null);
  const above = known.filter((height) => height > HEIGHT_LIMIT).length;
  const unknown = heights.length - known.length;
  const summaries = flights.filter(
    ({ evidence }) => evidence && isSummary(evidence.figures) && evidence.figures.maxHeightMeters !== null,
  );
  const { none, below, above: higher, summary, unknown: without } = texts.heights;
  if (known.length === 0) return [none];
  return [
    above > 0 ? higher(above, flights.length) : below(known.length),
    ...(summaries.length > 0 ? [summary(summaries.length)] : []),
    ...(unknown > 0 ? [without(unknown)] : []),
  ];
}

/** Returns the deadline of the job for readers in several zones. */
const deadlineText = (report: EvidenceReportView): string =>
  report.deadlineHasTime ? formatInstantUtc(report.deadline) : formatDeadline(report);

/** Returns the flights without those whose log is no evidence of the job. */
const countedFlights = (flights: readonly ReportedFlight[]): ReportedFlight[] =>
  flights.filter(({ evidence }) => !evidence || isCounted(evidence));

/** Returns the number of flights whose log is no evidence of the job, if there are any. */
function notEvidenceLines(flights: readonly ReportedFlight[]): string[] {
  const count = flights.length - countedFlights(flights).length;
  return count > 0 ? [texts.facts.notEvidence(count)] : [];
}

/** Returns the area of all flights with a log. The areas of several flights can overlap. */
export function areaLines(flights: readonly ReportedFlight[]): string[] {
  const areas = flights.flatMap(({ evidence }) =>
    !evidence || isSummary(evidence.figures) ? [] : evidence.figures.areaSquareMeters,
  );
  if (areas.length === 0) return [texts.facts.noArea];
  const sum = formatArea(areas.reduce((total, area) => total + area, 0));
  return areas.length === 1 ? [sum] : [sum, texts.facts.overlaps];
}

/** Returns the details of a report: each a label and its lines. `now` is the time of the report. */
export function reportFacts(report: EvidenceReportView, now: Date): SheetFact[] {
  const { facts } = texts;
  const { flights, jobId, parties, acceptedAt, paidAt, sharedUntil, coverage } = report;
  const counted = countedFlights(flights);
  const minutes = flights.reduce((sum, { duration }) => sum + duration, 0);
  return [
    [facts.job, report.title, jobNumber(jobId)],
    ...(parties
      ? ([
          [facts.client, parties.client],
          [facts.pilot, parties.pilot ?? facts.unassigned],
        ] as const)
      : []),
    [facts.site, report.location],
    [facts.survey, report.surveyType],
    [facts.status, JOB_STATUS_LABELS[report.status]],
    [facts.posted, formatInstantUtc(report.postedAt)],
    [facts.accepted, acceptedAt ? formatInstantUtc(acceptedAt) : facts.unaccepted],
    [facts.deadline, deadlineText(report)],
    [facts.payment, paidAt ? facts.paid(formatInstantUtc(paidAt), jobId) : facts.unpaid],
    [facts.flights, facts.flightsText(flights.length, formatMinutes(minutes)), ...notEvidenceLines(flights)],
    [facts.height, ...heightLines(counted)],
    [facts.covered, ...(coverage ? [formatCoverage(coverage)] : areaLines(counted))],
    [facts.requested, report.areaSquareMeters ? formatArea(report.areaSquareMeters) : facts.notRequested],
    [facts.asOf, formatInstantUtc(now.toISOString())],
    ...(sharedUntil ? [[facts.shared, formatInstantUtc(sharedUntil)] as const] : []),
  ];
}
