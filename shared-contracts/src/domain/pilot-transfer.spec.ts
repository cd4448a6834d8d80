import * as fc from 'fast-check';
import { BUDGET_MAX, pilotShare } from './money.ts';
import { planShare } from './pilot-transfer.ts';

describe('planShare', () => {
  it.each([
    ['a new payment', 145_050, 0, 0, [0, 101_535, 0]],
    ['a transferred share', 145_050, 0, 101_535, [0, 0, 0]],
    ['a refund before the transfer', 140_000, 0, 0, [0, 98_000, 0]],
    ['a refund after the transfer', 140_000, 0, 101_535, [3535, 0, 0]],
    ['a complete refund', 0, 0, 101_535, [101_535, 0, 0]],
    ['a refund that failed', 145_050, 0, 98_000, [0, 3535, 0]],
    ['a dispute before the transfer', 145_050, 145_050, 0, [0, 0, 101_535]],
    ['a dispute after the transfer', 145_050, 145_050, 101_535, [101_535, 0, 101_535]],
    ['a dispute of a part before the transfer', 145_050, 45_050, 0, [0, 70_000, 31_535]],
    ['a dispute of a part after the transfer', 145_050, 45_050, 101_535, [31_535, 0, 31_535]],
    ['a dispute of a part that is won', 145_050, 0, 70_000, [0, 31_535, 0]],
    ['a dispute of a part that is lost', 100_000, 0, 70_000, [0, 0, 0]],
    ['a dispute that is lost, and another one', 100_000, 1, 70_000, [1, 0, 1]],
    ['a dispute of refunded money', 0, 0, 0, [0, 0, 0]],
  ])(
    '[SHARE-1] of %s',
    (_what, keptCents, disputedCents, sentCents, [reverseCents, openCents, heldCents]) => {
      expect(planShare({ keptCents, disputedCents, sentCents })).toEqual({
        reverseCents,
        openCents,
        heldCents,
      });
    },
  );

  it('[SHARE-1] leads to 70 % of the undisputed money after any refunds and disputes, and holds the rest', () => {
    const cents = fc.integer({ min: 0, max: BUDGET_MAX });
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, fc.nat(100)), { minLength: 1 }), (states) => {
        let sentCents = 0;
        for (const [keptCents, percent] of states) {
          const disputedCents = Math.floor((keptCents * percent) / 100);
          const plan = planShare({ keptCents, disputedCents, sentCents });
          for (const part of Object.values(plan)) expect(part).toBeGreaterThanOrEqual(0);
          sentCents += plan.openCents - plan.reverseCents;
          expect(sentCents).toBe(pilotShare(keptCents - disputedCents));
          expect(sentCents + plan.heldCents).toBe(pilotShare(keptCents));
        }
      }),
    );
  });
});
