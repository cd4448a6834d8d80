import { styled } from '@mui/material/styles';

/** Radius of the innermost line, and the step to the next, in units of the drawing. */
const HILL = { x: 150, y: 175, radius: 10, step: 15, lines: 21, phase: 0.6 };
const POINTS = 40;

type Point = readonly [number, number];
const round = (value: number) => Math.round(value * 10) / 10;
/** Returns the coordinates of the middle of two points. */
const place = ([ax, ay]: Point, [bx, by]: Point) => `${round((ax + bx) / 2)} ${round((ay + by) / 2)}`;

/** Returns a closed line around the hill: an ellipse distorted by three sine waves, smoothed through its midpoints. */
function contour(level: number): string {
  const { x, y, radius, step, phase } = HILL;
  const r = radius + level * step;
  const bend = Math.min(1, level / 6);
  // The last two points are the first two.
  const points = Array.from({ length: POINTS + 2 }, (_, i) => {
    const angle = (i / POINTS) * 2 * Math.PI;
    const wave =
      1 +
      bend *
        (0.16 * Math.sin(2 * angle + phase + level * 0.06) +
          0.09 * Math.sin(3 * angle - phase * 2 + level * 0.11) +
          0.04 * Math.sin(5 * angle + level * 0.17));
    return [x + Math.cos(angle) * r * 1.35 * wave, y + Math.sin(angle) * r * wave] as const;
  });
  let line = '';
  points.reduce((before, point) => {
    line += line ? `Q${place(before, before)} ` : 'M';
    line += place(before, point);
    return point;
  });
  return `${line}Z`;
}

let paths: string[] | undefined;

/** Returns the `d` attribute of each contour line in a 480 × 320 drawing. The first call computes them: most pages have no drawing. */
function contourPaths(): string[] {
  return (paths ??= Array.from({ length: HILL.lines }, (_, level) => contour(level)));
}

/** A mask whose ends are transparent, so that no line ends at an edge. */
const fade = (direction: 'right' | 'bottom') =>
  `linear-gradient(to ${direction}, transparent, black 20%, black 80%, transparent)`;

const Svg = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: '100%',
  fill: 'none',
  stroke: theme.vars.palette.primary.main,
  strokeWidth: 1,
  opacity: 0.28,
  pointerEvents: 'none',
  maskImage: [fade('right'), fade('bottom')].join(),
  maskComposite: 'intersect',
}));

/** Contour lines of a hill, as on a map, which fade to all sides; a decoration that fills its container. */
export function ContourLines() {
  return (
    <Svg viewBox="0 0 480 320" preserveAspectRatio="xMidYMid slice" aria-hidden focusable="false">
      {contourPaths().map((line, i) => (
        // Every fifth line is an index contour, as on survey maps.
        <path key={line} d={line} strokeWidth={i % 5 === 0 ? 1.75 : 0.75} vectorEffect="non-scaling-stroke" />
      ))}
    </Svg>
  );
}
