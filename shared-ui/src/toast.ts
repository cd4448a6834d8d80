/** One message: `default` for what went well, `destructive` for what failed. */
export interface Toast {
  title: string;
  description?: string;
  look?: 'default' | 'destructive';
}

type Sink = (toast: Toast) => void;

const waiting: Toast[] = [];
let sink: Sink | undefined;
let wanted: (() => void) | undefined;

/** Shows a toast. The shell mounts what draws them with the first one; until then they wait. */
export function toast(message: Toast): void {
  if (sink) {
    sink(message);
    return;
  }
  waiting.push(message);
  wanted?.();
}

/** Called once by what draws toasts; returns how to take it back. */
export function drawToasts(draw: Sink): () => void {
  sink = draw;
  for (const message of waiting.splice(0)) draw(message);
  return () => {
    sink = undefined;
  };
}

/** Called by the shell: `listener` runs when a toast waits and nothing draws yet. */
export function onFirstToast(listener: () => void): () => void {
  wanted = listener;
  if (waiting.length > 0) listener();
  return () => {
    wanted = undefined;
  };
}
