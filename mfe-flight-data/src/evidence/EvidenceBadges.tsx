import type { FlightEvidenceView } from '@dps/contract';
import { ToneBadge } from '@dps/ui/data';
import { texts } from '../texts.ts';

type Evidence = Pick<FlightEvidenceView, 'flownBeforeJob'>;

/** A label of log data: green with a tick, unless the flight is no evidence of its job. */
export function LogMark({ evidence, label }: { evidence: Evidence; label: string }) {
  return evidence.flownBeforeJob ? (
    <ToneBadge tone="gray" shape="disc" label={label} />
  ) : (
    <ToneBadge tone="green" shape="tick" label={label} />
  );
}

/** States that a flight started before its job was posted. Shows nothing for other flights. */
export function BeforeJobBadge({ evidence }: { evidence: Evidence }) {
  if (!evidence.flownBeforeJob) return null;
  return (
    <div>
      <ToneBadge tone="yellow" shape="diamond" label={texts.evidence.flownBeforeJob} />
    </div>
  );
}
