import { lastPress, type Press } from './press-recorder.ts';
import { chooseToastPlace, type ToastPlace, type Box } from './toast-place.ts';

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
function pressedBoxes({ event, path }: Press): Box[] {
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
function controlBoxes(region: Element): Box[] {
  return Array.from(document.querySelectorAll(`${CONTROLS}, [role=dialog] :is(h2, h3)`))
    .filter((each) => !region.contains(each) && !each.closest('[aria-hidden=true], [inert]'))
    .map((each) => each.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}

interface ToastPlacer {
  /** Chooses the place of the next toast. */
  placeNext: () => void;
  stop: () => void;
}

/**
 * Places the toasts of `region`, by its attributes `data-vertical` and `data-horizontal`. A press can open a dialog or menu below
 * a toast, or change one: the toast then moves, unless the pointer or the focus is in it. Without a press it stays, also while a
 * page loads.
 */
export function startToastPlacer(region: HTMLElement): ToastPlacer {
  let place: ToastPlace | undefined;
  let known = lastPress();
  const moveFrom = (current?: ToastPlace) => {
    const { innerWidth: width, innerHeight: height } = globalThis;
    const press = lastPress();
    const pressed = press ? pressedBoxes(press) : [];
    place = chooseToastPlace({ width, height, controls: controlBoxes(region), pressed }, current);
    Object.assign(region.dataset, place);
  };
  const move = () => {
    const press = lastPress();
    if (press === known || press?.path.includes(region)) return;
    if (region.querySelector('[data-toast]:not(:hover, :focus-within)')) moveFrom(place);
  };
  const changes = new MutationObserver(move);
  changes.observe(document.body, { childList: true, subtree: true });
  return {
    placeNext: () => {
      known = lastPress();
      moveFrom();
    },
    stop: () => changes.disconnect(),
  };
}
