import { jest } from '@jest/globals';
import { firstPaint, inTasks } from './in-tasks.ts';

describe('inTasks', () => {
  it('imports packages in order, each in a task of its own, and then the part', async () => {
    const log: string[] = [];
    const load = (name: string) => async () => {
      log.push(name);
      setTimeout(() => log.push(`task after ${name}`));
      return name;
    };
    expect(await inTasks([load('react'), load('kit')], load('page'))).toBe('page');
    expect(log).toEqual(['react', 'task after react', 'kit', 'task after kit', 'page']);
  });
});

describe('firstPaint', () => {
  let report: () => void;
  beforeEach(() => {
    jest.useFakeTimers();
    class Observer {
      constructor(listener: () => void) {
        report = listener;
      }
      observe() {}
    }
    Object.assign(globalThis, { PerformanceObserver: Observer });
  });
  afterEach(() => void jest.useRealTimers());

  it('resolves when the browser reports a paint', async () => {
    const painted = firstPaint();
    report();
    await painted;
    expect(jest.getTimerCount()).toBe(1);
  });

  it('resolves in a browser without observers', async () => {
    Reflect.deleteProperty(globalThis, 'PerformanceObserver');
    const painted = firstPaint();
    await jest.advanceTimersByTimeAsync(0);
    await painted;
    expect(jest.getTimerCount()).toBe(1);
  });

  it('resolves in a hidden page, which is not painted', async () => {
    const painted = firstPaint();
    await jest.advanceTimersByTimeAsync(200);
    await painted;
    expect(jest.getTimerCount()).toBe(0);
  });
});
