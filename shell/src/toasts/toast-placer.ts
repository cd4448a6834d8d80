import { controlBoxes, pressedBoxes } from './control-boxes.ts';
import { lastPress } from './press-recorder.ts';
import { chooseToastPlace, type ToastPlace } from './toast-place.ts';

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
  let frame = 0;
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
  const moveSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(move);
  };
  const changes = new MutationObserver(moveSoon);
  changes.observe(document.body, { childList: true, subtree: true });
  // A dialog or menu can move to its place after it was added.
  document.addEventListener('transitionend', moveSoon);
  return {
    placeNext: () => {
      known = lastPress();
      moveFrom();
    },
    stop: () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      document.removeEventListener('transitionend', moveSoon);
    },
  };
}
