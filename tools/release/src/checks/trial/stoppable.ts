import { UnchangedError, EXIT, CommandError } from '../../store/command-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs work that Ctrl-C or a timeout cancels. The work then cleans up.
 *
 * @param work stops when its signal is aborted
 * @param limitMs timeout in milliseconds
 * @throws CommandError when the work was canceled
 */
export async function stoppable<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  limitMs: number,
): Promise<Result> {
  const controller = new AbortController();
  // One Ctrl-C can send several signals: from the terminal and from npm.
  const stop = () => controller.abort(new UnchangedError('Stopped.', EXIT.stopped));
  const late = `The test timed out after ${limitMs / 1000} s. Try again on a less busy machine. If it times out again, run the module with npm start.`;
  const timer = setTimeout(() => controller.abort(new CommandError(late, EXIT.unavailable)), limitMs);
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const result = await work(controller.signal);
    controller.signal.throwIfAborted();
    return result;
  } catch (error) {
    // Prefer the reason of the cancellation over errors that it causes.
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
