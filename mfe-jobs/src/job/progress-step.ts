export const PROGRESS_STEP = 5;
export const PROGRESS_MAX = 100;

/** The next mark of the scale above or below a progress. */
export function stepProgress(value: number, direction: 'up' | 'down'): number {
  const next =
    direction === 'up'
      ? (Math.floor(value / PROGRESS_STEP) + 1) * PROGRESS_STEP
      : (Math.ceil(value / PROGRESS_STEP) - 1) * PROGRESS_STEP;
  return Math.min(Math.max(next, 0), PROGRESS_MAX);
}
