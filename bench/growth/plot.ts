/** The points of one call: the number of jobs, and the time in milliseconds. Both are above 0. */
export interface Series {
  name: string;
  points: readonly { jobs: number; ms: number }[];
}

const WIDTH = 960;
const HEIGHT = 480;
/** The legend is to the right of the axes. */
const AXES = { left: 70, right: 640, top: 20, bottom: 420 };
/** Wong's palette, whose colours remain distinct with a colour vision deficiency: doi:10.1038/nmeth.1618. */
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000', '#7a7a00'];
const LEGEND_LINE = 24;

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns the powers of ten from the one below the lowest value to the one above the highest. */
function decades(values: readonly number[]): number[] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  const to = Math.max(Math.ceil(Math.log10(Math.max(...values))), from + 1);
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

/** Returns the position of a value on a logarithmic axis that goes from the first to the last mark. */
function scale(marks: readonly number[], start: number, end: number): (value: number) => number {
  const [from, to] = [Math.log10(marks.at(0) ?? 1), Math.log10(marks.at(-1) ?? 10)];
  return (value) => start + ((Math.log10(value) - from) / (to - from)) * (end - start);
}

/** Returns a plot of times by number of jobs as an SVG image. Both axes are logarithmic. */
export function plotOf(series: readonly Series[]): string {
  const points = series.flatMap((each) => each.points);
  const [columns, rows] = [decades(points.map(({ jobs }) => jobs)), decades(points.map(({ ms }) => ms))];
  const [x, y] = [scale(columns, AXES.left, AXES.right), scale(rows, AXES.bottom, AXES.top)];
  const grid = [
    ...columns.map(
      (jobs) =>
        `<path class="grid" d="M${x(jobs)} ${AXES.top}V${AXES.bottom}"/>` +
        `<text x="${x(jobs)}" y="${AXES.bottom + 22}" text-anchor="middle">${jobs.toLocaleString('en-US')}</text>`,
    ),
    ...rows.map(
      (ms) =>
        `<path class="grid" d="M${AXES.left} ${y(ms)}H${AXES.right}"/>` +
        `<text x="${AXES.left - 8}" y="${y(ms) + 5}" text-anchor="end">${ms} ms</text>`,
    ),
    `<text x="${(AXES.left + AXES.right) / 2}" y="${AXES.bottom + 48}" text-anchor="middle">jobs</text>`,
  ];
  const lines = series.map(({ name, points: own }, index) => {
    const color = COLORS[index % COLORS.length];
    const legend = AXES.top + 12 + index * LEGEND_LINE;
    return [
      `<polyline fill="none" stroke="${color}" stroke-width="2" points="${own.map(({ jobs, ms }) => `${x(jobs).toFixed(1)},${y(ms).toFixed(1)}`).join(' ')}"/>`,
      ...own.map(
        ({ jobs, ms }) =>
          `<circle cx="${x(jobs).toFixed(1)}" cy="${y(ms).toFixed(1)}" r="4" fill="${color}"/>`,
      ),
      `<path d="M${AXES.right + 20} ${legend - 5}h24" stroke="${color}" stroke-width="2"/>`,
      `<text x="${AXES.right + 52}" y="${legend}">${escaped(name)}</text>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Time of each call by number of jobs">`,
    '<style>text{font:14px system-ui,sans-serif;fill:#222}.grid{stroke:#ddd}</style>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...grid,
    ...lines,
    '</svg>\n',
  ].join('\n');
}
