import { POLL_DELAYS_MS, pollPayment, type OpenCheck } from './poll-payment.ts';
import type { PaymentOutcome } from './payment-outcome.ts';

/** Polls a server that returns these outcomes in order and repeats the last one. Records checks and delays. */
async function poll(...outcomes: PaymentOutcome[]) {
  const open: OpenCheck[] = [];
  const delays: number[] = [];
  let checks = 0;
  const final = await pollPayment({
    check: () => {
      checks += 1;
      return Promise.resolve(outcomes[Math.min(checks, outcomes.length) - 1] ?? { status: 'unreachable' });
    },
    wait: (ms) => {
      delays.push(ms);
      return Promise.resolve();
    },
    onOpen: (check) => open.push(check),
    signal: new AbortController().signal,
  });
  return { final, open, delays, checks };
}

it.each<PaymentOutcome>([
  { status: 'completed' },
  { status: 'not-charged' },
  { status: 'rejected', error: { status: 404, message: '404: ' } },
])('stops after the first check when the outcome is $status', async (outcome) => {
  expect(await poll(outcome)).toEqual({ final: outcome, open: [], delays: [], checks: 1 });
});

it('checks again with increasing delays while the outcome is open', async () => {
  const { final, open, delays } = await poll(
    { status: 'unreachable' },
    { status: 'processing' },
    { status: 'completed' },
  );
  expect(final).toEqual({ status: 'completed' });
  expect(open).toEqual([
    { status: 'unreachable', polling: true },
    { status: 'processing', polling: true },
  ]);
  expect(delays).toEqual(POLL_DELAYS_MS.slice(0, 2));
  expect(POLL_DELAYS_MS.toSorted((one, other) => one - other)).toEqual(POLL_DELAYS_MS);
});

it('stops polling after less than three minutes, and reports that it stopped', async () => {
  const { final, open, delays, checks } = await poll({ status: 'processing' });
  expect(final).toBeNull();
  expect(checks).toBe(POLL_DELAYS_MS.length + 1);
  expect(open.map(({ polling }) => polling)).toEqual([...POLL_DELAYS_MS.map(() => true), false]);
  expect(delays.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(180_000);
});
