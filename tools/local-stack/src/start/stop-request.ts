/** Somebody wants everything to stop. */
export class StopRequest extends Error {
  override name = 'StopRequest';
}

const FORCED = 130;
/** One Ctrl-C may arrive several times: from the terminal, from npm, and from the process that started this one. */
const SAME_REQUEST_MS = 500;

/**
 * Turns Ctrl-C, SIGTERM, a closed terminal and the end of the process that started this one into one signal. A second
 * Ctrl-C ends this process at once; what it had started ends with it.
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
