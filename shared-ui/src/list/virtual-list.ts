/** Maximum number of rows that a list renders completely. Below it, virtualization costs more than it saves. */
export const MAX_PLAIN_ROWS = 40;
/** Number of rows that a longer list renders before its layout is measured. */
export const INITIAL_ROWS = 20;
/** Lines rendered above and below the viewport, so that tabbing and scrolling reach the next line at once. */
const AROUND = 4;

export type Key = string | number;

/** Consecutive lines by index, both ends included. */
export interface LineRange {
  startIndex: number;
  endIndex: number;
  count: number;
}

/**
 * Returns the lines of a long list to render, ascending:
 * - the lines in and around the viewport;
 * - the first and the last line, so that the keyboard enters and leaves the list at its ends;
 * - the focused line with its neighbours, so that scrolling loses neither the focus nor the next tab stop.
 *
 * @param focused index of the line that has, or last had, the focus; -1 for none
 */
export function linesToRender({ startIndex, endIndex, count }: LineRange, focused: number): number[] {
  const lines = new Set([0, count - 1]);
  for (let line = startIndex - AROUND; line <= endIndex + AROUND; line += 1) lines.add(line);
  if (focused >= 0) for (const step of [-1, 0, 1]) lines.add(focused + step);
  return [...lines].filter((line) => line >= 0 && line < count).toSorted((one, other) => one - other);
}

/** A rendered line and its position, in px from the top of the list. */
export interface PlacedLine {
  index: number;
  start: number;
  size: number;
}

/**
 * Returns the heights, in px, of the spacers before each rendered line; 0 after an adjacent line.
 *
 * @param gap the gap between two lines, which is also above and below a spacer
 */
export function spacersBefore(lines: readonly PlacedLine[], gap: number): number[] {
  let index = -1;
  let end = -gap;
  return lines.map((line) => {
    const height = line.index === index + 1 ? 0 : Math.max(0, line.start - end - 2 * gap);
    index = line.index;
    end = (height > 0 ? line.start : end + gap) + line.size;
    return height;
  });
}
