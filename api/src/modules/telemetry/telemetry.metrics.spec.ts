import { Counter, Registry } from 'prom-client';
import { RecentSeries } from './telemetry.metrics.ts';

/** Counts labels in a metric of at most two series. Returns the values of the metric. */
async function count(...modules: string[]): Promise<Record<string, number>> {
  const counter = new Counter({ name: 'c', help: 'c', labelNames: ['module'], registers: [new Registry()] });
  const series = new RecentSeries(counter, 2);
  for (const module of modules) counter.inc(series.use({ module }));
  const { values } = await counter.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.module, value]));
}

describe('the series of untrusted labels', () => {
  it.each([
    ['are all kept up to the limit', ['a', 'b', 'a'], { a: 2, b: 1 }],
    ['drop the least recently counted one', ['a', 'b', 'a', 'c'], { a: 2, c: 1 }],
    ['restart a dropped one at zero', ['a', 'a', 'b', 'c', 'a'], { c: 1, a: 1 }],
  ])('%s', async (_what, modules, expected) => {
    expect(await count(...modules)).toEqual(expected);
  });
});
