import { useMemo } from 'react';
import type { FlightTrack } from '@dps/contract';
import { styled, Typography } from '@dps/ui';
import { Plan, PlanFigure, PlanSvg } from '@dps/ui/plan';
import { evidenceTexts } from '../texts/evidence.ts';
import { drawnPoints, frameOf, pathAboveLimit, pathThrough, scaleBar } from './drawing.ts';
import { formatArea, formatCount, formatDistance, formatPosition, type Figures } from './evidence-format.ts';

const Svg = styled(PlanSvg)(({ theme }) => ({
  strokeLinecap: 'round',
  '& path': { strokeWidth: 1.5 },
  '& [data-part="above"]': { strokeWidth: 5, stroke: theme.vars.palette.warning.main },
  '& [data-part="scale"]': {
    strokeWidth: 3,
    stroke: theme.vars.palette.text.secondary,
    strokeLinecap: 'butt',
  },
  '& [data-part="start"]': { strokeWidth: 11 },
  '& [data-part="end"]': { strokeWidth: 11, strokeLinecap: 'square' },
  '& [data-part="hole"]': { strokeWidth: 5, stroke: theme.vars.palette.background.default },
}));

interface Props {
  track: FlightTrack;
  figures: Figures;
}

/**
 * The track from above, to scale and without a map. Markers are strokes of a centimetre, so that their size is constant. PDF paints no
 * square for a stroke of length zero, because it has no direction.
 */
export function TrackDrawing({ track, figures }: Props) {
  const drawing = useMemo(() => {
    const points = drawnPoints(track);
    const frame = frameOf(points);
    const dot = ({ x, y } = points[0] ?? { x: 0, y: 0 }) => `M${x} ${y}h.01`;
    return {
      frame,
      bar: scaleBar(frame),
      path: pathThrough(points),
      above: pathAboveLimit(points, track.heights),
      start: dot(points[0]),
      end: dot(points.at(-1)),
    };
  }, [track]);
  const { frame, bar, path, above, start, end } = drawing;
  const evidence = evidenceTexts;
  const length = `${formatCount(bar.feet)} ft`;
  const name = evidence.trackImage(
    formatDistance(figures.distanceMeters),
    formatArea(figures.areaSquareMeters),
  );
  return (
    <PlanFigure>
      <Typography variant="subtitle2">{evidence.track}</Typography>
      <Plan north={evidence.north}>
        <Svg
          role="img"
          aria-label={name}
          viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
          preserveAspectRatio="xMidYMid meet"
        >
          <path d={path} />
          {above && <path data-part="above" d={above} />}
          <path data-part="end" d={end} />
          <path data-part="start" d={start} />
          <path data-part="hole" d={start} />
          <path
            data-part="scale"
            d={`M${frame.x + frame.width * 0.02} ${frame.y + frame.height * 0.98}h${bar.meters}`}
          />
        </Svg>
      </Plan>
      <Typography component="figcaption" variant="caption" color="textSecondary">
        {`${above ? evidence.scaleWithLimit(length) : evidence.scale(length)} ${evidence.startAt(formatPosition(track.latitudes[0] ?? 0, track.longitudes[0] ?? 0))}`}
      </Typography>
    </PlanFigure>
  );
}
