import { useState } from 'react';
import type { FlightEvidenceView, FlightRecordView } from '@dps/contract';
import { isApiError } from '@dps/contract/client';
import { Button, Stack } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { flightDataApi } from '../api.ts';
import { evidenceTexts } from '../texts/evidence.ts';
import { TrackViews } from './FlightDrawing.tsx';

interface Props {
  record: FlightRecordView;
  evidence: FlightEvidenceView;
  /** Shows the track at once instead of a button that shows it. */
  atOnce: boolean;
}

/** The track of a stored record. It is much larger than the record, so it is read only when it is shown. */
export function StoredTrack({ record, evidence, atOnce }: Props) {
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
