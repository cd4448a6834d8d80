import { Counter, Registry } from 'prom-client';
import { RecentSeries } from './recent-series.ts';

/** Counts labels in a metric of at most two series; answers what it then holds. */
async function count(...modules: string[]): Promise<Record<string, number>> {
  const counter = new Counter({ name: 'c', help: 'c', labelNames: ['module'], registers: [new Registry()] });
  const series = new RecentSeries(counter, 2);
  for (const module of modules) counter.inc(series.use({ module }));
  const { values } = await counter.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.module, value]));
}

describe('the series of labels from outside', () => {
  it.each([
    ['are all there while they are few', ['a', 'b', 'a'], { a: 2, b: 1 }],
    ['lose the one that was counted least recently', ['a', 'b', 'a', 'c'], { a: 2, c: 1 }],
    ['take one that was lost up again, from nothing', ['a', 'a', 'b', 'c', 'a'], { c: 1, a: 1 }],
  ])('%s', async (_what, modules, expected) => {
    expect(await count(...modules)).toEqual(expected);
  });
});
