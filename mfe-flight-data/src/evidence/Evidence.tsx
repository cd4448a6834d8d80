import { isSummary, type FlightEvidenceView, type FlightRecordView } from '@dps/contract';
import { Stack, Typography, Button } from '@dps/ui';
import { evidenceTexts } from '../texts/evidence.ts';
import { EvidenceWarnings } from './EvidenceWarnings.tsx';
import { LogFacts, RecordFacts } from './EvidenceFacts.tsx';
import { HeightLimit, SummaryNotice, TrackViews } from './FlightDrawing.tsx';
import { useState } from 'react';
import { isApiError } from '@dps/contract/client';
import { ErrorNotice } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { flightDataApi } from '../api.ts';

interface StoredTrackProps {
  record: FlightRecordView;
  evidence: FlightEvidenceView;
  /** Shows the track at once instead of a button that shows it. */
  atOnce: boolean;
}

/** The track of a stored record. It is much larger than the record, so it is read only when it is shown. */
function StoredTrack({ record, evidence, atOnce }: StoredTrackProps) {
  const [shown, setShown] = useState(atOnce);
  const { showTrack, hideTrack, ofFlight } = evidenceTexts;
  const label = shown ? hideTrack : showTrack;
  return (
    <Stack spacing={3}>
      {!atOnce && (
        <div>
          <Button
            variant="outlined"
            size="small"
            aria-expanded={shown}
            aria-label={ofFlight(label, record.flightNumber)}
            onClick={() => setShown(!shown)}
          >
            {label}
          </Button>
        </div>
      )}
      {shown && <LoadedTrack recordId={record.id} evidence={evidence} />}
    </Stack>
  );
}

/** Reads a track and shows it, or the reason why it could not be read. */
function LoadedTrack({ recordId, evidence }: { recordId: number; evidence: FlightEvidenceView }) {
  const { data: track, error, refetch } = flightDataApi.track.useQuery(recordId);
  const { loadingTrack, trackFailed, trackGone } = evidenceTexts;
  if (track) return <TrackViews evidence={evidence} track={track} />;
  if (!error) return <LoadingShape text={loadingTrack} shape="cards" count={1} />;
  const isGone = isApiError(error) && error.status === 404;
  // The message of a 404 is "Not found.".
  const shownError = isGone ? { ...error, userMessage: trackGone } : error;
  return <ErrorNotice error={shownError} fallback={trackFailed} onRetry={() => void refetch()} />;
}

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
      <EvidenceWarnings evidence={evidence} />
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
