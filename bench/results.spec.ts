import { markdownOf } from './results.ts';

describe('markdownOf', () => {
  it('has a row for each figure, with the ratio to its baseline and the result of its goal', () => {
    const text = markdownOf([
      {
        part: 'gateway',
        completed: true,
        figures: [
          {
            name: 'job by id, 10,000 jobs',
            unit: 'requests/s',
            value: 1500.4,
            baseline: 2000,
            goal: { text: '≥ 80 %', reached: false },
          },
        ],
      },
      {
        part: 'lists',
        completed: true,
        figures: [
          { name: 'nodes', unit: 'nodes', value: 1200, goal: { text: '< 1500', reached: true } },
          { name: 'key press', unit: 'ms', value: 12.345 },
        ],
      },
    ]);
    expect(text.split('\n')).toEqual([
      '| Part | Figure | Value | Baseline | Ratio | Goal | Result |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      '| gateway | job by id, 10,000 jobs | 1,500 requests/s | 2,000 requests/s | 0.75 | ≥ 80 % | missed |',
      '| lists | nodes | 1,200 nodes |  |  | < 1500 | reached |',
      '| lists | key press | 12.35 ms |  |  |  |  |',
      '',
    ]);
  });

  it('names a part whose program failed', () => {
    expect(markdownOf([{ part: 'api', completed: false, figures: [] }])).toContain(
      '| api | the program failed |',
    );
  });
});
