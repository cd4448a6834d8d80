import { performAll, tasksToStart, type Task } from './schedule.ts';

const TASKS: readonly Task[] = [
  { name: 'format' },
  { name: 'lint' },
  { name: 'unit', allProcessors: true },
  { name: 'build' },
  { name: 'api', after: ['build'] },
];

const tasks = (names: string): Task[] =>
  names.split(' ').flatMap((name) => TASKS.filter((task) => task.name === name));
const names = (given: readonly Task[]) => given.map(({ name }) => name).join(' ');

describe('the tasks to start', () => {
  it.each([
    ['as many as there are processors', 'format lint build', '', 2, 'format lint'],
    ['one on one processor', 'format lint', '', 1, 'format'],
    ['one when one of two processors is free', 'lint build', 'format', 2, 'lint'],
    ['none when no processor is free', 'build', 'format lint', 2, ''],
    ['a task for all processors alone', 'unit format', '', 2, 'unit'],
    ['no other task while it runs', 'format', 'unit', 2, ''],
    ['small tasks before it while a small task runs', 'unit format', 'lint', 2, 'format'],
    ['no task before the end of those that it needs', 'api', 'build', 2, ''],
    ['no task before the start of those that it needs', 'api build', '', 2, 'build'],
    ['a task whose needs are not in the schedule', 'api', 'format', 2, 'api'],
    ['none of none', '', '', 2, ''],
  ])('are %s', (_case, waiting, running, processors, expected) => {
    expect(names(tasksToStart(tasks(waiting), tasks(running), processors))).toBe(expected);
  });
});

/** Performs tasks that end in the order of their start. Returns the starts (+) and ends (-). */
async function eventsOf(given: readonly Task[], processors: number): Promise<string> {
  const events: string[] = [];
  await performAll(given, processors, async ({ name }) => {
    events.push(`+${name}`);
    await new Promise(setImmediate);
    events.push(`-${name}`);
  });
  return events.join(' ');
}

describe('a schedule', () => {
  it.each([
    ['format lint build', 1, '+format -format +lint -lint +build -build'],
    ['format lint', 2, '+format +lint -format -lint'],
    ['api build', 2, '+build -build +api -api'],
    ['unit format', 4, '+unit -unit +format -format'],
    ['', 2, ''],
  ])('of "%s" on %i processors', async (given, processors, expected) => {
    expect(await eventsOf(tasks(given), processors)).toBe(expected);
  });

  it('rejects tasks that wait for each other', async () => {
    const circle = [
      { name: 'a', after: ['b'] },
      { name: 'b', after: ['a'] },
    ];
    await expect(eventsOf(circle, 2)).rejects.toThrow('Tasks wait for each other: a, b');
  });

  it('ends with the error of a task', async () => {
    const failing = performAll(tasks('format'), 2, () => Promise.reject(new Error('disk full')));
    await expect(failing).rejects.toThrow('disk full');
  });
});
