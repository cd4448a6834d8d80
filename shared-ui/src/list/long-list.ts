/** The most entries that a list draws whole. Below it, windowing would cost more than it saves. */
export const DRAWN_WHOLE = 40;
/** The entries that are drawn of a longer one before its layout is known. */
export const DRAWN_FIRST = 20;
/** Lines that are drawn above and below the window, so that the next one is there when somebody tabs or scrolls on. */
const AROUND = 4;

export type Key = string | number;

/** Consecutive lines by their indexes, both ends included. */
export interface LineRange {
  startIndex: number;
  endIndex: number;
  count: number;
}

/**
 * The lines of a long list that are drawn, ascending: those in the window and around it; the first and the last, so that
 * the keyboard enters and leaves the list where it begins and ends; and the one that has the focus with its neighbours,
 * so that neither the focus nor its next step is lost by scrolling.
 *
 * @param focused the index of the line that has, or last had, the focus; -1 for none
 */
export function drawnLines({ startIndex, endIndex, count }: LineRange, focused: number): number[] {
  const lines = new Set([0, count - 1]);
  for (let line = startIndex - AROUND; line <= endIndex + AROUND; line += 1) lines.add(line);
  if (focused >= 0) for (const step of [-1, 0, 1]) lines.add(focused + step);
  return [...lines].filter((line) => line >= 0 && line < count).toSorted((one, other) => one - other);
}

/** A drawn line and where it stands, in px from the top of the list. */
export interface PlacedLine {
  index: number;
  start: number;
  size: number;
}

/**
 * The heights, in px, that stand in for the lines which are not drawn: one for each drawn line, before it; 0 where its
 * neighbour is drawn.
 *
 * @param gap the room between two lines, which a spacer has above and below it too
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
