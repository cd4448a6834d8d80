import {
  HEIGHT_LIMIT,
  type FlightEvidenceBody,
  type FlightTrack,
  type HeightReference,
} from '@dps/shared-contracts';
import { Alert, Stack, Typography } from '@dps/ui';
import { ToneBadge } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { formatHeight, formatShare, referenceText, type Figures } from './evidence-format.ts';
import { HeightProfile } from './HeightProfile.tsx';
import { TrackDrawing } from './TrackDrawing.tsx';
import { TrackTable } from './TrackTable.tsx';

interface Props {
  evidence: Pick<FlightEvidenceBody, 'figures' | 'heightReference'>;
  /** Undefined in lists. */
  track: FlightTrack | undefined;
}

/** The flight of a log: its greatest height compared with the limit, its track and its height profile. */
export default function FlightDrawing({ evidence: { figures, heightReference }, track }: Props) {
  return (
    <Stack spacing={3}>
      <div>
        <HeightLimit figures={figures} reference={heightReference} />
      </div>
      {track && (
        <>
          <TrackDrawing track={track} figures={figures} />
          {track.heights && (
            <HeightProfile heights={track.heights} seconds={track.seconds} reference={heightReference} />
          )}
          <TrackTable track={track} />
        </>
      )}
    </Stack>
  );
}

function HeightLimit({ figures, reference }: { figures: Figures; reference: HeightReference | null }) {
  const { maxHeightMeters, secondsAboveLimit, durationSeconds } = figures;
  const { evidence } = texts;
  if (maxHeightMeters === null) return <ToneBadge tone="gray" shape="ring" label={evidence.noHeights} />;
  const from = referenceText(reference);
  if (maxHeightMeters <= HEIGHT_LIMIT)
    return <ToneBadge tone="green" shape="tick" label={evidence.never(from)} />;
  const time = secondsAboveLimit === null ? null : formatShare(secondsAboveLimit, durationSeconds ?? 0);
  return (
    <Alert severity="warning">
      <Typography sx={{ fontWeight: 650 }}>{evidence.above(formatHeight(maxHeightMeters), from)}</Typography>
      {time && <Typography>{evidence.aboveFor(time.time, time.share)}</Typography>}
      <Typography variant="caption">{evidence.rule}</Typography>
    </Alert>
  );
}
