import { ASK_AGAIN_AFTER_MS, pursue, type Step } from './pursuit.ts';
import type { Verdict } from './verdict.ts';

/** A server that gives these answers, the last one again and again; with what was told and waited for. */
async function pursued(...answers: Verdict[]) {
  const told: Step[] = [];
  const waited: number[] = [];
  let asked = 0;
  const ending = await pursue({
    ask: () => {
      asked += 1;
      return Promise.resolve(answers[Math.min(asked, answers.length) - 1] ?? { news: 'unreachable' });
    },
    wait: (ms) => {
      waited.push(ms);
      return Promise.resolve();
    },
    tell: (step) => told.push(step),
  });
  return { ending, told, waited, asked };
}

it.each<Verdict>([
  { news: 'completed' },
  { news: 'not-charged' },
  { news: 'refused', error: { status: 404, message: '404: ' } },
])('$news ends it at once', async (verdict) => {
  expect(await pursued(verdict)).toEqual({ ending: verdict, told: [], waited: [], asked: 1 });
});

it('asks again while there is no news, with longer and longer pauses', async () => {
  const { ending, told, waited } = await pursued(
    { news: 'unreachable' },
    { news: 'processing' },
    { news: 'completed' },
  );
  expect(ending).toEqual({ news: 'completed' });
  expect(told).toEqual([
    { news: 'unreachable', asking: true },
    { news: 'processing', asking: true },
  ]);
  expect(waited).toEqual(ASK_AGAIN_AFTER_MS.slice(0, 2));
  expect(ASK_AGAIN_AFTER_MS.toSorted((one, other) => one - other)).toEqual(ASK_AGAIN_AFTER_MS);
});

it('stops asking after some minutes, and says so', async () => {
  const { ending, told, waited, asked } = await pursued({ news: 'processing' });
  expect(ending).toBeNull();
  expect(asked).toBe(ASK_AGAIN_AFTER_MS.length + 1);
  expect(told.map(({ asking }) => asking)).toEqual([...ASK_AGAIN_AFTER_MS.map(() => true), false]);
  expect(waited.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(180_000);
});
