import { useId, useMemo } from 'react';
import { areaExtent, equalAreaPlane, polygonsOf, type JobArea, type Ring } from '@dps/contract';
import { styled, Typography } from '@dps/ui';
import { Plan, PlanFigure, PlanSvg } from '@dps/ui/plan';
import { frameOf, pathThrough } from '../evidence/drawing.ts';
import { coverageTexts } from '../texts/coverage.ts';

const Svg = styled(PlanSvg)(({ theme }) => ({
  '& path': { fillRule: 'evenodd' },
  '& [data-part="flown"]': { fill: theme.vars.palette.tones.green.background, stroke: 'none' },
  '& [data-part="gap"]': { stroke: theme.vars.palette.warning.main, strokeWidth: 1.5 },
  '& [data-part="paper"]': { fill: theme.vars.palette.background.default, stroke: 'none' },
  '& [data-part="hatch"]': { stroke: theme.vars.palette.warning.main, strokeWidth: 1.5 },
  '& [data-part="border"]': { strokeWidth: 2 },
}));

/** Hatch lines across the longer side of the drawing. */
const HATCHES = 48;

function draw(area: JobArea, gaps: readonly Ring[]) {
  const { west, south, east, north } = areaExtent(area);
  const plane = equalAreaPlane((west + east) / 2, (south + north) / 2);
  const pointsOf = (ring: Ring) =>
    ring.slice(0, -1).map(([longitude = NaN, latitude = NaN]) => {
      const { x, y } = plane.project(longitude, latitude);
      return { x, y: -y };
    });
  const pathOf = (rings: readonly Ring[]) => rings.map((ring) => `${pathThrough(pointsOf(ring))}Z`).join('');
  const rings = polygonsOf(area).flat();
  const frame = frameOf(rings.flatMap(pointsOf));
  return {
    viewBox: `${frame.x} ${frame.y} ${frame.width} ${frame.height}`,
    step: Math.max(frame.width, frame.height) / HATCHES,
    border: pathOf(rings),
    open: pathOf(gaps),
  };
}

interface Props {
  area: JobArea;
  gaps: readonly Ring[];
  /** The covered part as text. */
  coverage: string;
}

/** The outline of an area, to scale and without a map, with the parts that are not flown. */
export function CoverageDrawing({ area, gaps, coverage }: Props) {
  const id = useId();
  const { viewBox, step, border, open } = useMemo(() => draw(area, gaps), [area, gaps]);
  return (
    <PlanFigure>
      <Plan north={coverageTexts.north}>
        <Svg role="img" aria-label={coverageTexts.image(coverage)} viewBox={viewBox}>
          <defs>
            <clipPath id={`${id}-area`}>
              <path d={border} clipRule="evenodd" />
            </clipPath>
            <pattern
              id={`${id}-hatch`}
              width={step}
              height={step}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <path data-part="hatch" d={`M0 0V${step}`} />
            </pattern>
          </defs>
          <path data-part="flown" d={border} />
          {open && (
            <g clipPath={`url(#${id}-area)`}>
              <path data-part="paper" d={open} />
              <path data-part="gap" d={open} fill={`url(#${id}-hatch)`} />
            </g>
          )}
          <path data-part="border" d={border} />
        </Svg>
      </Plan>
      <Typography component="figcaption" variant="caption" color="textSecondary">
        {coverageTexts.legend}
      </Typography>
    </PlanFigure>
  );
}
