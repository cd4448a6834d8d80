/** Resolves after a time in ms. It is a new task: the browser can respond to the user before it. */
export const wait = (ms = 0) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Resolves when the browser has painted text of the document, or after 200 ms, because it does not paint a hidden page. Without observers, at once. */
export const firstPaint = () =>
  Promise.race([
    new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    }).catch(() => wait()),
    wait(200),
  ]);

/**
 * Imports packages in order and then a part that needs them. Each is evaluated in a task of its own, because the evaluation of all
 * of them blocks a phone for a quarter of a second.
 *
 * @param packages import the packages
 * @param part imports the part
 * @returns the import of the part
 */
export async function inTasks<T>(
  packages: readonly (() => PromiseLike<unknown>)[],
  part: () => PromiseLike<T>,
): Promise<T> {
  for (const load of packages) {
    await load();
    await wait();
  }
  return part();
}
