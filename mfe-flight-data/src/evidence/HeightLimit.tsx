import { HEIGHT_LIMIT, type HeightReference } from '@dps/shared-contracts';
import { Alert, Typography } from '@dps/ui';
import { ToneBadge } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { formatHeight, formatShare, referenceText, type Figures } from './evidence-texts.ts';

interface Props {
  figures: Figures;
  reference: HeightReference | null;
}

/** How the flight stands to the limit of 400 ft, in words, shape and colour. */
export function HeightLimit({ figures, reference }: Props) {
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
