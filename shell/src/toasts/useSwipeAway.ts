import { useRef, type PointerEvent } from 'react';

/** Distance to the right from which a swipe dismisses, in px. */
const THRESHOLD = 50;

/** Returns pointer handlers for an element that a swipe to the right dismisses. A shorter swipe moves it back. */
export function useSwipeAway(dismiss: () => void) {
  const start = useRef<number | null>(null);
  const distance = (event: PointerEvent) => Math.max(0, event.clientX - (start.current ?? event.clientX));
  const release = (event: PointerEvent<HTMLElement>) => {
    start.current = null;
    event.currentTarget.style.translate = '';
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      start.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current !== null) event.currentTarget.style.translate = `${distance(event)}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const far = distance(event) >= THRESHOLD;
      release(event);
      if (far) dismiss();
    },
    onPointerCancel: release,
    onPointerLeave: release,
  };
}
