/** A request to stop the product. */
export class StopRequest extends Error {
  override name = 'StopRequest';
}

const FORCED = 130;
/** One Ctrl-C can arrive several times: from the terminal, from npm, and from the parent process. */
const SAME_REQUEST_MS = 500;

/**
 * Returns a signal for Ctrl-C, SIGTERM, a closed terminal and the end of the parent process. A second Ctrl-C ends this
 * process and its children at once.
 */
export function stopRequests(): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  const stop = (): void => {
    if (!controller.signal.aborted) {
      first = performance.now();
      controller.abort(new StopRequest('stopped'));
    } else if (performance.now() - first > SAME_REQUEST_MS) process.exit(FORCED);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.once('disconnect', () => {
    if (!controller.signal.aborted) stop();
  });
  return controller.signal;
}
