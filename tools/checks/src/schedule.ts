/** A task of a schedule. */
export interface Task {
  name: string;
  /** Names of tasks that must end first. Names that are not in the schedule have no effect. */
  after?: readonly string[];
  /** The task keeps all processors busy, so no other task runs at the same time. Other tasks use one processor. */
  allProcessors?: boolean;
}

/**
 * Returns the tasks to start now, in order.
 * @param waiting Tasks that have not started, most important first.
 * @param running Tasks that have started and not ended.
 * @param processors Number of processors.
 */
export function tasksToStart<T extends Task>(
  waiting: readonly T[],
  running: readonly Task[],
  processors: number,
): T[] {
  const unfinished = new Set([...waiting, ...running].map(({ name }) => name));
  const chosen: T[] = [];
  for (const task of waiting) {
    const active = [...running, ...chosen];
    const fits = task.allProcessors ? active.length === 0 : active.length < processors;
    const isExcluded = active.some(({ allProcessors }) => allProcessors);
    const isReady = !task.after?.some((name) => unfinished.has(name));
    if (fits && isReady && !isExcluded) chosen.push(task);
  }
  return chosen;
}

/**
 * Performs all tasks, each as soon as its conditions hold.
 * @throws Error if tasks wait for each other, or what `perform` throws.
 */
export async function performAll<T extends Task>(
  tasks: readonly T[],
  processors: number,
  perform: (task: T) => Promise<void>,
): Promise<void> {
  let waiting = [...tasks];
  const running = new Map<T, Promise<void>>();
  while (waiting.length + running.size > 0) {
    const started = tasksToStart(waiting, [...running.keys()], processors);
    if (started.length + running.size === 0)
      throw new Error(`Tasks wait for each other: ${waiting.map(({ name }) => name).join(', ')}`);
    waiting = waiting.filter((task) => !started.includes(task));
    for (const task of started)
      running.set(
        task,
        perform(task).finally(() => running.delete(task)),
      );
    await Promise.race(running.values());
  }
}
