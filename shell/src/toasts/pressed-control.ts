import type { Box } from './toast-place.ts';

const ROLES = ['button', 'combobox', 'link', 'menuitem', 'option', 'slider', 'tab'];
const CONTROLS = [
  'a[href]',
  'button',
  'input',
  'select',
  'summary',
  'textarea',
  ...ROLES.map((role) => `[role=${role}]`),
].join();
const PRESSES = ['pointerdown', 'keydown'] as const;

let control: Element | null = null;
/** Where the pointer was pressed; null after a key. */
let point: Box | null = null;

function recordPress(event: Event): void {
  control = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
  point = null;
  if (!(event instanceof MouseEvent)) return;
  const { clientX: x, clientY: y } = event;
  point = { left: x, top: y, right: x, bottom: y };
}

/**
 * Records which control the user pressed last, by pointer or key.
 *
 * @returns how to stop
 */
export function recordPresses(): () => void {
  PRESSES.forEach((type) => document.addEventListener(type, recordPress, true));
  return () => PRESSES.forEach((type) => document.removeEventListener(type, recordPress, true));
}

/** Boxes of what the user pressed last: the control as it is placed now, and where the pointer rests. */
export function pressedBoxes(): Box[] {
  return [...(control?.isConnected ? [control.getBoundingClientRect()] : []), ...(point ? [point] : [])];
}

/** Boxes of the controls outside of `region`, except those that an open dialog makes inert. */
export function controlBoxes(region: Element): Box[] {
  return Array.from(document.querySelectorAll(CONTROLS))
    .filter((each) => !region.contains(each) && !each.closest('[aria-hidden=true], [inert]'))
    .map((each) => each.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}
