import { stepProgress } from './progress-step.ts';

describe('stepProgress', () => {
  it.each([
    [0, 'up', 5],
    [37, 'up', 40],
    [40, 'up', 45],
    [98, 'up', 100],
    [100, 'up', 100],
    [0, 'down', 0],
    [3, 'down', 0],
    [37, 'down', 35],
    [40, 'down', 35],
    [100, 'down', 95],
  ] as const)('from %i %s is %i', (value, direction, expected) => {
    expect(stepProgress(value, direction)).toBe(expected);
  });
});
