const MAX_STEPS = 4;
const NICE = [1, 2, 2.5, 5, 10];

/**
 * Where the lines of a chart stand: from 0 in equal round steps (1, 2, 2.5 or 5 times a power of ten, at least a dollar) to
 * the first that reaches `maxCents`; at most four steps. In cents.
 */
export function ticksFor(maxCents: number): number[] {
  const least = Math.max(maxCents / MAX_STEPS, 100);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.round((NICE.find((nice) => nice * power >= least) ?? 10) * power);
  const steps = Math.max(Math.ceil(maxCents / step), 1);
  return Array.from({ length: steps + 1 }, (_each, index) => index * step);
}
