interface Hill {
  x: number;
  y: number;
  /** Radius of the innermost line, and the step to the next, in units of the drawing. */
  radius: number;
  step: number;
  lines: number;
  phase: number;
}

const HILLS: readonly Hill[] = [{ x: 150, y: 175, radius: 10, step: 15, lines: 21, phase: 0.6 }];
const POINTS = 40;

const round = (value: number) => Math.round(value * 10) / 10;

/** Returns a closed line around a hill: an ellipse distorted by three sine waves, smoothed through its midpoints. */
function contour({ x, y, radius, step, phase }: Hill, level: number): string {
  const r = radius + level * step;
  const bend = Math.min(1, level / 6);
  const points = Array.from({ length: POINTS }, (_, i) => {
    const angle = (i / POINTS) * 2 * Math.PI;
    const wave =
      1 +
      bend *
        (0.16 * Math.sin(2 * angle + phase + level * 0.06) +
          0.09 * Math.sin(3 * angle - phase * 2 + level * 0.11) +
          0.04 * Math.sin(5 * angle + level * 0.17));
    return [x + Math.cos(angle) * r * 1.35 * wave, y + Math.sin(angle) * r * wave] as const;
  });
  const middle = (i: number) => {
    const [ax, ay] = points[i % POINTS] ?? [x, y];
    const [bx, by] = points[(i + 1) % POINTS] ?? [x, y];
    return `${round((ax + bx) / 2)} ${round((ay + by) / 2)}`;
  };
  const curves = points.map(
    (_, i) => `Q${(points[(i + 1) % POINTS] ?? [x, y]).map(round).join(' ')} ${middle(i + 1)}`,
  );
  return `M${middle(0)}${curves.join('')}Z`;
}

/** Returns the `d` attribute of each contour line in a 480 × 320 drawing. */
export function contourPaths(): string[] {
  return HILLS.flatMap((hill) => Array.from({ length: hill.lines }, (_, level) => contour(hill, level)));
}
