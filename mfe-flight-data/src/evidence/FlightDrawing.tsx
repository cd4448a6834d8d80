import type { FlightEvidenceBody, FlightTrack } from '@dps/shared-contracts';
import { Stack } from '@dps/ui';
import { HeightLimit } from './HeightLimit.tsx';
import { HeightProfile } from './HeightProfile.tsx';
import { TrackDrawing } from './TrackDrawing.tsx';
import { TrackTable } from './TrackTable.tsx';

interface Props {
  evidence: Pick<FlightEvidenceBody, 'figures' | 'heightReference'>;
  /** Lists carry none. */
  track: FlightTrack | undefined;
}

/** A flight as its log has it: how high, where, and how it stands to the limit. */
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
