import {
  isCounted,
  isEvidenceWarning,
  jobNumber,
  type EvidenceWarning,
  type FlightEvidenceView,
} from '@dps/contract';
import { Alert, styled, Typography } from '@dps/ui';
import { evidenceTexts } from '../texts/evidence.ts';
import { texts } from '../texts.ts';
import { formatAge, formatDistance } from './evidence-format.ts';

type Evidence = Pick<FlightEvidenceView, 'warnings'> & {
  figures: Pick<FlightEvidenceView['figures'], 'startedAt'>;
};

/** Returns the sentence of a reason why a log is no evidence of its job. */
export function warningText(
  { code, at, jobId, flightNumber, meters = 0 }: EvidenceWarning,
  startedAt: string | null,
): string {
  const { warnings, unknownWarning, earlierFlight } = evidenceTexts;
  if (!isEvidenceWarning(code)) return unknownWarning;
  const difference = Math.abs(Date.parse(startedAt ?? '') - Date.parse(at ?? ''));
  const earlier = jobId && flightNumber ? earlierFlight(flightNumber, jobNumber(jobId)) : null;
  return warnings[code](formatAge(difference / 1000), earlier, formatDistance(meters));
}

const Reasons = styled('ul')({ margin: 0, paddingLeft: 20, overflowWrap: 'anywhere' });

/** The reasons why a log is no evidence of its job, if there are any. */
export function EvidenceWarnings({ evidence }: { evidence: Evidence }) {
  if (isCounted(evidence)) return null;
  return (
    <Alert severity="warning">
      <Typography sx={{ fontWeight: 650 }}>{texts.evidence.notEvidence}</Typography>
      <Reasons>
        {evidence.warnings?.map((warning) => (
          <li key={warning.code}>{warningText(warning, evidence.figures.startedAt)}</li>
        ))}
      </Reasons>
    </Alert>
  );
}
