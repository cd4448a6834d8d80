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
