import * as fc from 'fast-check';
import { PAYOUT_MINIMUM_CENTS } from '@dps/contract';
import { choosePayout, isLater } from './payout.policy.ts';

const sharesOf = (cents: readonly number[]) =>
  cents.map((each, index) => ({ paymentId: index + 1, jobId: index + 1, cents: each }));

describe('[SHARE-7] a payout', () => {
  it.each([
    ['of all shares', [3000, 4000], 7000, false, [3000, 4000]],
    ['below the minimum', [4999], 4999, false, []],
    ['of the minimum', [5000], 5000, false, [5000]],
    ['below the minimum, as the last one', [4999], 4999, true, [4999]],
    ['of the available money', [6000, 4000], 9999, false, [6000]],
    ['less returned money', [9000, -3000], 6000, false, [-3000, 9000]],
    ['of a negative balance', [3000, -4000], 0, false, []],
    ['without money', [], 0, true, []],
  ])('%s', (_what, cents, available, isLast, chosen) => {
    expect(choosePayout(sharesOf(cents), available, isLast).map((share) => share.cents)).toEqual(chosen);
  });

  it('never exceeds the available money', () => {
    const cents = fc.integer({ min: -100_000, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(cents), fc.nat(2_000_000), (shares, available) => {
        const chosen = choosePayout(sharesOf(shares), available, false);
        const total = chosen.reduce((sum, share) => sum + share.cents, 0);
        expect(chosen.length === 0 || (total >= PAYOUT_MINIMUM_CENTS && total <= available)).toBe(true);
      }),
    );
  });
});

it.each([
  ['in-transit', 'requested', true],
  ['paid', 'in-transit', true],
  ['failed', 'paid', true],
  ['paid', 'failed', false],
  ['in-transit', 'paid', false],
  ['paid', 'paid', false],
] as const)('[SHARE-8] %s after %s: %s', (status, than, expected) => {
  expect(isLater(status, than)).toBe(expected);
});
