import { isCounted, type FlightEvidenceView } from '@dps/contract';
import { ToneBadge } from '@dps/ui/data';
import { texts } from '../texts.ts';

type Evidence = Pick<FlightEvidenceView, 'warnings'>;

/** A label of log data: green with a tick, or amber if the log is no evidence of its job. */
export function LogMark({ evidence, label }: { evidence: Evidence; label: string }) {
  return isCounted(evidence) ? (
    <ToneBadge tone="green" shape="tick" label={label} />
  ) : (
    <ToneBadge tone="yellow" shape="disc" label={label} />
  );
}

/** States that a log is no evidence of its job. Shows nothing for other logs. */
export function NotEvidenceBadge({ evidence }: { evidence: Evidence }) {
  if (isCounted(evidence)) return null;
  return (
    <div>
      <ToneBadge tone="yellow" shape="diamond" label={texts.evidence.notEvidence} />
    </div>
  );
}
