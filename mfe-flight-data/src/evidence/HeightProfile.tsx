import { useMemo } from 'react';
import { HEIGHT_LIMIT, METERS_PER_FOOT, type FlightTrack, type HeightReference } from '@dps/contract';
import { styled, Typography } from '@dps/ui';
import { evidenceTexts } from '../texts/evidence.ts';
import { pathThrough } from './drawing.ts';
import { formatCount, formatElapsed, formatHeight, referenceText } from './evidence-format.ts';

const Figure = styled('figure')({ margin: 0, minWidth: 0 });
const Plot = styled('div')(({ theme }) => ({
  position: 'relative',
  height: 140,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.default,
  fontSize: theme.typography.caption.fontSize,
  color: theme.vars.palette.text.secondary,
}));
const Svg = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: '100%',
  fill: 'none',
  stroke: theme.vars.palette.primary.main,
  strokeWidth: 1.5,
  '& path': { vectorEffect: 'non-scaling-stroke' },
  '& [data-part="limit"]': { strokeDasharray: '6 4', stroke: theme.vars.palette.warning.main },
}));
const Label = styled('span')({ position: 'absolute', left: 6, lineHeight: 1.4 });
const Ends = styled('div')({ display: 'flex', justifyContent: 'space-between' });

/** Height of the drawing relative to the greatest height. */
const HEADROOM = 1.25;

interface Props {
  heights: readonly number[];
  seconds: FlightTrack['seconds'];
  reference: HeightReference | null;
}

function drawProfile(heights: readonly number[], seconds: FlightTrack['seconds']) {
  const low = heights.reduce((least, height) => Math.min(least, height), 0);
  const highest = heights.reduce((most, height) => Math.max(most, height), -Infinity);
  const top = Math.max(highest * HEADROOM, low + 1);
  const end = Math.max(seconds.at(-1) ?? 0, 1);
  const y = (height: number) => ((top - height) / (top - low)) * 100;
  const points = heights.map((height, index) => ({
    x: ((seconds[index] ?? 0) / end) * 1000,
    y: y(height),
  }));
  return { highest, end, path: pathThrough(points), limit: HEIGHT_LIMIT < top ? y(HEIGHT_LIMIT) : null };
}

/** The height over time. The SVG is stretched, so its labels are HTML. */
export function HeightProfile({ heights, seconds, reference }: Props) {
  const { highest, end, path, limit } = useMemo(() => drawProfile(heights, seconds), [heights, seconds]);
  const evidence = evidenceTexts;
  return (
    <Figure>
      <Typography variant="subtitle2">{evidence.profile}</Typography>
      <Plot>
        <Svg
          role="img"
          aria-label={evidence.profileImage(formatHeight(highest), referenceText(reference))}
          viewBox="0 0 1000 100"
          preserveAspectRatio="none"
        >
          {limit !== null && <path data-part="limit" d={`M0 ${limit}H1000`} />}
          <path d={path} />
        </Svg>
        {limit === null ? (
          <Label style={{ top: 2 }}>{`${formatCount(highest / METERS_PER_FOOT)} ft`}</Label>
        ) : (
          <Label style={{ bottom: `${100 - limit}%` }}>{evidence.limitLine}</Label>
        )}
      </Plot>
      <Ends aria-hidden>
        <Typography variant="caption" color="textSecondary">
          {formatElapsed(0)}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {formatElapsed(end)}
        </Typography>
      </Ends>
    </Figure>
  );
}
