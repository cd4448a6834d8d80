import { useCallback, useEffect, useRef } from 'react';
import { controlBoxes, pressedBoxes } from './control-boxes.ts';
import { lastPress, type Press } from './press-recorder.ts';
import { chooseToastPlace, type ToastPlace } from './toast-place.ts';

/**
 * Returns a function that chooses the place of the next toast. The place is in the attributes `data-vertical` and
 * `data-horizontal` of `region`. A press can open a dialog or menu below the toast, or change one: the toast then moves, unless
 * the pointer or the focus is in it. Without a press it stays, also while a page loads.
 */
export function useToastPlace(region: HTMLElement): () => void {
  const shown = useRef<{ place?: ToastPlace; press?: Press | undefined }>({});
  const moveFrom = useCallback(
    (current?: ToastPlace) => {
      const { innerWidth: width, innerHeight: height } = globalThis;
      const press = lastPress();
      const pressed = press ? pressedBoxes(press) : [];
      const place = chooseToastPlace({ width, height, controls: controlBoxes(region), pressed }, current);
      Object.assign(region.dataset, place);
      shown.current.place = place;
    },
    [region],
  );

  useEffect(() => {
    let frame = 0;
    const move = () => {
      frame = 0;
      const toast = region.querySelector('[data-toast]');
      const press = lastPress();
      if (!toast || !press || press === shown.current.press || press.path.includes(region)) return;
      if (!toast.matches(':hover, :focus-within')) moveFrom(shown.current.place);
    };
    const moveSoon = () => {
      frame ||= requestAnimationFrame(move);
    };
    const changes = new MutationObserver(moveSoon);
    changes.observe(document.body, { childList: true, subtree: true });
    // A dialog or menu can move to its place after it was added.
    document.addEventListener('transitionend', moveSoon);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      document.removeEventListener('transitionend', moveSoon);
    };
  }, [region, moveFrom]);

  return useCallback(() => {
    shown.current.press = lastPress();
    moveFrom();
  }, [moveFrom]);
}
