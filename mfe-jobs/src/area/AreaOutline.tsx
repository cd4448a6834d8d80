import { useMemo } from 'react';
import { describeArea, METERS_PER_FOOT, summarizeArea, type JobArea } from '@dps/contract';
import { styled, Typography } from '@dps/ui';
import { Plan, PlanFigure, PlanSvg } from '@dps/ui/plan';
import { areaTexts } from '../texts/area.ts';
import { drawArea } from './area-drawing.ts';

const Svg = styled(PlanSvg)(({ theme }) => ({
  '& path': { strokeWidth: 2 },
  '& [data-part="area"]': { fill: theme.vars.palette.tones.green.background, fillRule: 'evenodd' },
  '& [data-part="scale"]': { strokeWidth: 3, stroke: theme.vars.palette.text.secondary },
}));

/** The outline of an area, to scale and without a map, and its description. Loads on demand. */
export default function AreaOutline({ area }: { area: JobArea }) {
  const { viewBox, path, bar, barMeters } = useMemo(() => drawArea(area), [area]);
  const description = useMemo(() => describeArea(summarizeArea(area)), [area]);
  return (
    <PlanFigure>
      <Plan north={areaTexts.north}>
        <Svg role="img" aria-label={areaTexts.outline(description)} viewBox={viewBox}>
          <path data-part="area" d={path} />
          <path data-part="scale" d={bar} />
        </Svg>
      </Plan>
      <figcaption>
        <Typography>{description}</Typography>
        <Typography variant="caption" color="textSecondary">
          {areaTexts.scale(barMeters, Math.round(barMeters / METERS_PER_FOOT))}
        </Typography>
      </figcaption>
    </PlanFigure>
  );
}
