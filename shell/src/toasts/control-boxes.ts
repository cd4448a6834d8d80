import type { Press } from './press-recorder.ts';
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

/** Returns the boxes of a press: the pressed control at its current place and, for a pointer, the pressed point. */
export function pressedBoxes({ event, path }: Press): Box[] {
  const control = path.find((each) => each instanceof Element && each.matches(CONTROLS));
  const boxes: Box[] = [];
  if (control instanceof Element && control.isConnected) boxes.push(control.getBoundingClientRect());
  if (event instanceof MouseEvent) {
    const { clientX: x, clientY: y } = event;
    boxes.push({ left: x, top: y, right: x, bottom: y });
  }
  return boxes;
}

/**
 * Returns the boxes of the visible controls and of the headings of dialogs outside `region`, except those that an open
 * dialog makes inert.
 */
export function controlBoxes(region: Element): Box[] {
  return Array.from(document.querySelectorAll(`${CONTROLS}, [role=dialog] :is(h2, h3)`))
    .filter((each) => !region.contains(each) && !each.closest('[aria-hidden=true], [inert]'))
    .map((each) => each.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}
