import { HEIGHT_LIMIT, type FlightEvidenceView, type FlightTrack } from '@dps/contract';
import { Alert, Stack, Typography } from '@dps/ui';
import { ToneBadge } from '@dps/ui/data';
import { evidenceTexts } from '../texts/evidence.ts';
import { LogMark } from './EvidenceBadges.tsx';
import { formatHeight, formatShare, referenceText } from './evidence-format.ts';
import { HeightProfile } from './HeightProfile.tsx';
import { TrackDrawing } from './TrackDrawing.tsx';
import { TrackTable } from './TrackTable.tsx';

interface Props {
  evidence: Pick<FlightEvidenceView, 'figures' | 'heightReference' | 'warnings'>;
}

/** The flight of a log: its greatest height compared with the limit, its track and its height profile. */
export default function FlightDrawing({ evidence, track }: Props & { track: FlightTrack | undefined }) {
  return (
    <Stack spacing={3}>
      <div>
        <HeightLimit evidence={evidence} />
      </div>
      {track ? <TrackViews evidence={evidence} track={track} /> : <SummaryNotice />}
    </Stack>
  );
}

/** A note that the figures are those of the header, and that there is no track. */
export const SummaryNotice = () => <Alert severity="info">{evidenceTexts.summary}</Alert>;

/** A track from above, its height profile, and both as a table. */
export function TrackViews({
  evidence: { figures, heightReference },
  track,
}: Props & { track: FlightTrack }) {
  return (
    <Stack spacing={3}>
      <TrackDrawing track={track} figures={figures} />
      {track.heights && (
        <HeightProfile heights={track.heights} seconds={track.seconds} reference={heightReference} />
      )}
      <TrackTable track={track} />
    </Stack>
  );
}

/** The greatest height of a flight, compared with the limit. */
export function HeightLimit({ evidence: shown }: Props) {
  const { figures, heightReference } = shown;
  const { maxHeightMeters, secondsAboveLimit, durationSeconds } = figures;
  const evidence = evidenceTexts;
  if (maxHeightMeters === null) return <ToneBadge tone="gray" shape="ring" label={evidence.noHeights} />;
  const from = referenceText(heightReference);
  if (maxHeightMeters <= HEIGHT_LIMIT) return <LogMark evidence={shown} label={evidence.never(from)} />;
  const time = secondsAboveLimit === null ? null : formatShare(secondsAboveLimit, durationSeconds ?? 0);
  return (
    <Alert severity="warning">
      <Typography sx={{ fontWeight: 650 }}>{evidence.above(formatHeight(maxHeightMeters), from)}</Typography>
      {time && <Typography>{evidence.aboveFor(time.time, time.share)}</Typography>}
      <Typography variant="caption">{evidence.rule}</Typography>
    </Alert>
  );
}
