import { TOP_BAR_HEIGHT } from '@dps/ui';

/** A rectangle of the window, in px from its upper left corner. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

export const TOAST_WIDTH = 380;
/** Height of a toast with a description of several lines, in px. */
const TOAST_HEIGHT = 128;
/** The distance from the window's sides and from the lower edge, and from the top bar, in px. */
export const MARGIN = 20;
export const BELOW_TOP_BAR = TOP_BAR_HEIGHT + 8;

/**
 * The places of toasts, the preferred one first. None covers the top bar or the side panel. A page that loads after its
 * toast cannot be measured, so the order follows the layout of all pages: their actions are at the upper right.
 */
const PLACES = [
  { vertical: 'bottom', horizontal: 'center' },
  { vertical: 'bottom', horizontal: 'right' },
  { vertical: 'top', horizontal: 'center' },
  { vertical: 'top', horizontal: 'right' },
] as const;

export type ToastPlace = (typeof PLACES)[number];

function boxAt({ vertical, horizontal }: ToastPlace, width: number, height: number): Box {
  const left = horizontal === 'right' ? width - MARGIN - TOAST_WIDTH : (width - TOAST_WIDTH) / 2;
  const top = vertical === 'top' ? BELOW_TOP_BAR : height - MARGIN - TOAST_HEIGHT;
  return { left, top, right: left + TOAST_WIDTH, bottom: top + TOAST_HEIGHT };
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom
  );
}

interface Surroundings {
  /** The size of the window, in px. */
  width: number;
  height: number;
  /** The visible controls. */
  controls: readonly Box[];
  /** The boxes of the last press. */
  pressed: readonly Box[];
}

/**
 * Returns the place of a toast: one that does not cover the last press, and covers the fewest controls.
 *
 * @param current where the toast is shown: it moves only to a better place
 */
export function chooseToastPlace(
  { width, height, controls, pressed }: Surroundings,
  current: ToastPlace = PLACES[0],
): ToastPlace {
  const cost = (place: ToastPlace) => {
    const box = boxAt(place, width, height);
    const covered = (boxes: readonly Box[]) => boxes.filter((each) => overlaps(box, each)).length;
    return covered(pressed) * (controls.length + 1) + covered(controls);
  };
  return PLACES.reduce((best, place) => (cost(place) < cost(best) ? place : best), current);
}
