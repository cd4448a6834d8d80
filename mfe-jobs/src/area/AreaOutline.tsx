import { useMemo } from 'react';
import { describeArea, METERS_PER_FOOT, summarizeArea, type JobArea } from '@dps/contract';
import { styled, Typography } from '@dps/ui';
import { areaTexts } from '../texts/area.ts';
import { drawArea } from './area-drawing.ts';

const Figure = styled('figure')({ margin: 0, minWidth: 0 });
const Map = styled('div')({ position: 'relative' });
const North = styled('span')(({ theme }) => ({
  position: 'absolute',
  top: 8,
  insetInlineEnd: 12,
  fontSize: theme.typography.caption.fontSize,
  fontWeight: 650,
  color: theme.vars.palette.text.secondary,
}));
const Svg = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 200,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.default,
  fill: 'none',
  stroke: theme.vars.palette.primary.main,
  strokeLinejoin: 'round',
  '& path': { vectorEffect: 'non-scaling-stroke', strokeWidth: 2 },
  '& [data-part="area"]': { fill: theme.vars.palette.tones.green.background, fillRule: 'evenodd' },
  '& [data-part="scale"]': { strokeWidth: 3, stroke: theme.vars.palette.text.secondary },
}));

/** The outline of an area, to scale and without a map, and its description. Loads on demand. */
export default function AreaOutline({ area }: { area: JobArea }) {
  const { viewBox, path, bar, barMeters } = useMemo(() => drawArea(area), [area]);
  const description = useMemo(() => describeArea(summarizeArea(area)), [area]);
  return (
    <Figure>
      <Map>
        <Svg role="img" aria-label={areaTexts.outline(description)} viewBox={viewBox}>
          <path data-part="area" d={path} />
          <path data-part="scale" d={bar} />
        </Svg>
        <North>{areaTexts.north}</North>
      </Map>
      <figcaption>
        <Typography>{description}</Typography>
        <Typography variant="caption" color="textSecondary">
          {areaTexts.scale(barMeters, Math.round(barMeters / METERS_PER_FOOT))}
        </Typography>
      </figcaption>
    </Figure>
  );
}
