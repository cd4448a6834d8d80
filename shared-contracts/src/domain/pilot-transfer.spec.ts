import * as fc from 'fast-check';
import { BUDGET_MAX, pilotShare } from './money.ts';
import { planShare } from './pilot-transfer.ts';

describe('planShare', () => {
  it.each([
    ['a new payment', 145_050, false, 0, [0, 101_535, false]],
    ['a transferred share', 145_050, false, 101_535, [0, 0, false]],
    ['a refund before the transfer', 140_000, false, 0, [0, 98_000, false]],
    ['a refund after the transfer', 140_000, false, 101_535, [3535, 0, false]],
    ['a complete refund', 0, false, 101_535, [101_535, 0, false]],
    ['a refund that failed', 145_050, false, 98_000, [0, 3535, false]],
    ['a dispute before the transfer', 145_050, true, 0, [0, 101_535, true]],
    ['a dispute after the transfer', 145_050, true, 101_535, [101_535, 101_535, true]],
    ['a dispute of refunded money', 0, true, 0, [0, 0, false]],
  ])('[SHARE-1] of %s', (_what, keptCents, isDisputed, sentCents, [reverseCents, openCents, isHeld]) => {
    expect(planShare({ keptCents, isDisputed, sentCents })).toEqual({ reverseCents, openCents, isHeld });
  });

  it('[SHARE-1] leads to 70 % of the kept money after any refunds and disputes', () => {
    const cents = fc.integer({ min: 0, max: BUDGET_MAX });
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, fc.boolean()), { minLength: 1 }), (states) => {
        let sentCents = 0;
        for (const [keptCents, isDisputed] of states) {
          const { reverseCents, openCents, isHeld } = planShare({ keptCents, isDisputed, sentCents });
          expect(reverseCents).toBeGreaterThanOrEqual(0);
          expect(openCents).toBeGreaterThanOrEqual(0);
          sentCents += (isHeld ? 0 : openCents) - reverseCents;
          expect(sentCents).toBe(isDisputed ? 0 : pilotShare(keptCents));
        }
      }),
    );
  });
});
