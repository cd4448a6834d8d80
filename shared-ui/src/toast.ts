/** A message: `default` for success, `destructive` for failure. */
export interface Toast {
  title: string;
  description?: string;
  look?: 'default' | 'destructive';
  /** A page that the toast leads to. Earlier shells omit it. */
  link?: { to: string; label: string };
}

type Renderer = (toast: Toast) => void;

const queue: Toast[] = [];
let renderer: Renderer | undefined;
let onWaiting: (() => void) | undefined;

/** Shows a toast. Toasts wait until the shell has mounted the component that renders them. */
export function toast(message: Toast): void {
  if (renderer) {
    renderer(message);
    return;
  }
  queue.push(message);
  onWaiting?.();
}

/** Subscribes the component that renders toasts. Returns a function that unsubscribes it. */
export function drawToasts(draw: Renderer): () => void {
  renderer = draw;
  for (const message of queue.splice(0)) draw(message);
  return () => {
    renderer = undefined;
  };
}

/** Calls `listener` when a toast waits and no component renders toasts. Returns a function that unsubscribes it. */
export function onFirstToast(listener: () => void): () => void {
  onWaiting = listener;
  if (queue.length > 0) listener();
  return () => {
    onWaiting = undefined;
  };
}
