import { ContourLines, styled, Typography } from '@dps/ui';
import { texts } from '../texts/welcome.ts';

interface Point {
  x: number;
  y: number;
}

/** The corners of the site in the drawing of 480 × 320, clockwise from the upper left one. */
const CORNERS = [
  { x: 118, y: 62 },
  { x: 396, y: 40 },
  { x: 420, y: 262 },
  { x: 84, y: 284 },
] as const;
const LINES = 9;
/** Number of the flown lines. The aircraft is on the next one. */
const FLOWN_LINES = 5;
const PHOTOS_PER_LINE = 9;
/** Distance of the lines from the edge, as a share of the side. */
const MARGIN = 0.07;

const between = (from: Point, to: Point, share: number): Point => ({
  x: Math.round((from.x + (to.x - from.x) * share) * 10) / 10,
  y: Math.round((from.y + (to.y - from.y) * share) * 10) / 10,
});
const inner = (share: number) => MARGIN + share * (1 - 2 * MARGIN);

/** Returns a position on a flight line. Every second line is flown from right to left. */
function position(line: number, share: number): Point {
  const [upperLeft, upperRight, lowerRight, lowerLeft] = CORNERS;
  const down = inner(line / (LINES - 1));
  const across = inner(line % 2 === 0 ? share : 1 - share);
  return between(between(upperLeft, lowerLeft, down), between(upperRight, lowerRight, down), across);
}

const text = ({ x, y }: Point) => `${x} ${y}`;
const pathThrough = (points: readonly Point[]) => `M${points.map(text).join('L')}`;
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => [
    position(from + index, 0),
    position(from + index, 1),
  ]).flat();

const aircraft = position(FLOWN_LINES, 0.4);

/** The outline of the site. */
const SITE = `${pathThrough(CORNERS)}Z`;

/** The flight, as `d` attributes. Photos are strokes of length zero. */
const FLIGHT = {
  flown: pathThrough([...lines(0, FLOWN_LINES), position(FLOWN_LINES, 0), aircraft]),
  planned: pathThrough([aircraft, position(FLOWN_LINES, 1), ...lines(FLOWN_LINES + 1, LINES)]),
  photos: Array.from({ length: FLOWN_LINES * PHOTOS_PER_LINE }, (_, index) => {
    const share = (index % PHOTOS_PER_LINE) / (PHOTOS_PER_LINE - 1);
    return `M${text(position(Math.floor(index / PHOTOS_PER_LINE), share))}h0`;
  }).join(''),
};

const Figure = styled('figure')({ margin: 0, minWidth: 0, '& > figcaption': { marginTop: 8 } });
const Sheet = styled('div')(({ theme }) => ({
  position: 'relative',
  aspectRatio: '3 / 2',
  overflow: 'hidden',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& > *': { position: 'absolute', inset: 0 },
}));
const Svg = styled('svg')(({ theme }) => ({
  width: '100%',
  height: '100%',
  fill: 'none',
  stroke: theme.vars.palette.primary.main,
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  '& [data-part="site"]': {
    fill: theme.vars.palette.background.paper,
    fillOpacity: 0.72,
    stroke: theme.vars.palette.text.secondary,
    strokeWidth: 1.5,
  },
  '& [data-part="planned"]': { strokeDasharray: '1 6' },
  '& [data-part="photos"]': { strokeWidth: 5 },
  '& [data-part="aircraft"]': { fill: theme.vars.palette.background.paper, strokeWidth: 2.5 },
  '& [data-part="north"]': { stroke: theme.vars.palette.text.secondary },
  '& text': { fill: theme.vars.palette.text.secondary, stroke: 'none', fontSize: 14, fontWeight: 650 },
}));

/** A survey flight on a map sheet: the site, the part of the path that is flown, and the rest of it. */
export function SurveyDrawing() {
  const { flown, planned, photos } = FLIGHT;
  return (
    <Figure>
      <Sheet>
        <div>
          <ContourLines />
        </div>
        <Svg role="img" aria-label={texts.drawing} viewBox="0 0 480 320">
          <path data-part="site" d={SITE} />
          <path data-part="planned" d={planned} />
          <path d={flown} />
          <path data-part="photos" d={photos} />
          <circle data-part="aircraft" cx={aircraft.x} cy={aircraft.y} r="8" />
          <path data-part="north" d="M448 64V28m-6 9 6-9 6 9" />
          <text x="448" y="82" textAnchor="middle" aria-hidden>
            {texts.north}
          </text>
        </Svg>
      </Sheet>
      <Typography component="figcaption" variant="caption" color="textSecondary">
        {texts.caption}
      </Typography>
    </Figure>
  );
}
