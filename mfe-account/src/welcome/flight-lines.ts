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
export const SITE = `${pathThrough(CORNERS)}Z`;

/** The flight, as `d` attributes. Photos are strokes of length zero. */
export const FLIGHT = {
  flown: pathThrough([...lines(0, FLOWN_LINES), position(FLOWN_LINES, 0), aircraft]),
  planned: pathThrough([aircraft, position(FLOWN_LINES, 1), ...lines(FLOWN_LINES + 1, LINES)]),
  photos: Array.from({ length: FLOWN_LINES * PHOTOS_PER_LINE }, (_, index) => {
    const share = (index % PHOTOS_PER_LINE) / (PHOTOS_PER_LINE - 1);
    return `M${text(position(Math.floor(index / PHOTOS_PER_LINE), share))}h0`;
  }).join(''),
  aircraft,
};
