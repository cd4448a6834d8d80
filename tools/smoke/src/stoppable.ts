import { EXIT, Refusal } from '@dps/release-store/refusal';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does something that Ctrl-C may interrupt, and that then has to clear away what it has begun.
 *
 * @param work is to give up when its signal is aborted
 * @param limitMs after so long it is given up, too
 * @throws Refusal when it was given up
 */
export async function stoppable<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  limitMs: number,
): Promise<Result> {
  const controller = new AbortController();
  // Several may come of one Ctrl-C: from the terminal, and from npm.
  const stop = () => controller.abort(new Refusal('Stopped. Nothing was changed.', EXIT.stopped));
  const late = `It was given up after ${limitMs / 1000} s. Try again on a machine that has less to do; if that does not help, look at the module with npm start.`;
  const timer = setTimeout(() => controller.abort(new Refusal(late, EXIT.unavailable)), limitMs);
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const result = await work(controller.signal);
    controller.signal.throwIfAborted();
    return result;
  } catch (error) {
    // What fails because it was given up is of no interest.
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
