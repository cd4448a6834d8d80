import { styled } from '@mui/material/styles';
import { contourPaths } from './contour.ts';

const Svg = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: '100%',
  fill: 'none',
  stroke: theme.vars.palette.primary.main,
  strokeWidth: 1,
  opacity: 0.28,
  pointerEvents: 'none',
}));

/** Contour lines of a hill, as on a map; a decoration that fills its container. */
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
