/** A press by pointer or key. */
export interface Press {
  event: Event;
  /** The elements that received the event, the innermost first: the event itself loses them after its dispatch. */
  path: readonly EventTarget[];
}

const PRESSES = ['pointerdown', 'keydown'] as const;

let last: Press | undefined;

function record(event: Event): void {
  last = { event, path: event.composedPath() };
}

/**
 * Records the last press, which places a later toast. Part of the first load: the code that draws toasts may load later.
 *
 * @returns a function that stops the recording
 */
export function recordPresses(): () => void {
  PRESSES.forEach((type) => document.addEventListener(type, record, true));
  return () => PRESSES.forEach((type) => document.removeEventListener(type, record, true));
}

/** Returns the last press; undefined before the first one. */
export const lastPress = (): Press | undefined => last;
