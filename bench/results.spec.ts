import { markdownOf } from './results.ts';

it('has a row for each figure with the ratio to its baseline and the result of its goal, and for a failed program', () => {
  const goal = { text: '≥ 80 %', reached: false };
  const figures = [
    { name: 'job by id', unit: 'requests/s', value: 1500.4, baseline: 2000, goal },
    { name: 'nodes', unit: 'nodes', value: 1200, goal: { text: '< 1500', reached: true } },
    { name: 'key press', unit: 'ms', value: 12.345 },
  ];
  const text = markdownOf([
    { part: 'gateway', completed: true, figures },
    { part: 'api', completed: false, figures: [] },
  ]);
  expect(text.split('\n').slice(2, 5)).toEqual([
    '| gateway | job by id | 1,500 requests/s | 2,000 requests/s | 0.75 | ≥ 80 % | missed |',
    '| gateway | nodes | 1,200 nodes |  |  | < 1500 | reached |',
    '| gateway | key press | 12.35 ms |  |  |  |  |',
  ]);
  expect(text).toContain('| api | the program failed |');
});
