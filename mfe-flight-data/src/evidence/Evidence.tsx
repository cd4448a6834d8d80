import { isSummary, type FlightEvidenceView, type FlightRecordView } from '@dps/contract';
import { Stack, Typography } from '@dps/ui';
import { evidenceTexts } from '../texts/evidence.ts';
import { BeforeJobBadge } from './EvidenceBadges.tsx';
import { LogFacts, RecordFacts } from './EvidenceFacts.tsx';
import { HeightLimit, SummaryNotice } from './FlightDrawing.tsx';
import { StoredTrack } from './StoredTrack.tsx';

interface Props {
  record: FlightRecordView;
  evidence: FlightEvidenceView;
  trackAtOnce: boolean;
}

/** The evidence of a flight. Each figure of the record is marked as measured or typed. */
export default function Evidence({ record, evidence, trackAtOnce }: Props) {
  return (
    <Stack spacing={3}>
      <Typography variant="subtitle2" component="h4">
        {evidenceTexts.title}
      </Typography>
      <BeforeJobBadge evidence={evidence} />
      <RecordFacts record={record} evidence={evidence} />
      <div>
        <HeightLimit evidence={evidence} />
      </div>
      {isSummary(evidence.figures) ? (
        <SummaryNotice />
      ) : (
        <StoredTrack record={record} evidence={evidence} atOnce={trackAtOnce} />
      )}
      <LogFacts evidence={evidence} />
    </Stack>
  );
}
