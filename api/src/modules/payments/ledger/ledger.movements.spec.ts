import * as fc from 'fast-check';
import { PAYMENT_STATUSES } from '@dps/contract';
import { balancesOf, PAYMENT_ACCOUNTS, movementsOf } from './ledger.movements.ts';

const PENDING = {
  provider: 'stripe',
  status: 'pending',
  amount: 1001,
  refundedAmount: 0,
  disputedAmount: 0,
  lostAmount: 0,
} as const;
const PAID = { ...PENDING, status: 'completed' } as const;
const DISPUTED = { ...PAID, status: 'disputed', disputedAmount: 1001 } as const;
const REFUNDED = { ...PAID, status: 'refunded', refundedAmount: 1001 } as const;

const CHARGE = { kind: 'charge', cents: { client: -1001, pilot: 701, platform: 300 } };
const BANK_TAKES = { kind: 'dispute', cents: { pilot: -701, platform: -300, dispute: 1001 } };

describe('movementsOf', () => {
  it.each([
    ['a charge', PENDING, PAID, [CHARGE]],
    ['a new payment that has settled', null, PAID, [CHARGE]],
    ['a card that failed', PENDING, { ...PENDING, status: 'canceled' }, []],
    [
      'a partial refund',
      PAID,
      { ...PAID, refundedAmount: 500 },
      [{ kind: 'refund', cents: { client: 500, pilot: -350, platform: -150 } }],
    ],
    [
      'a refund of one cent, which is of the pilot after rounding',
      PAID,
      { ...PAID, refundedAmount: 1 },
      [{ kind: 'refund', cents: { client: 1, pilot: -1 } }],
    ],
    [
      'a complete refund that fails',
      REFUNDED,
      PAID,
      [{ kind: 'refund', cents: { client: -1001, pilot: 701, platform: 300 } }],
    ],
    ['a dispute', PAID, DISPUTED, [BANK_TAKES]],
    [
      'a dispute that is won',
      DISPUTED,
      PAID,
      [{ kind: 'dispute', cents: { pilot: 701, platform: 300, dispute: -1001 } }],
    ],
    ['a dispute that is lost', DISPUTED, { ...DISPUTED, disputedAmount: 0, lostAmount: 1001 }, []],
    [
      'a dispute of a part',
      PAID,
      { ...DISPUTED, disputedAmount: 301 },
      [{ kind: 'dispute', cents: { pilot: -211, platform: -90, dispute: 301 } }],
    ],
    [
      'a further dispute, after the loss of the first one',
      { ...DISPUTED, disputedAmount: 0, lostAmount: 301 },
      { ...DISPUTED, disputedAmount: 100, lostAmount: 301 },
      [{ kind: 'dispute', cents: { pilot: -70, platform: -30, dispute: 100 } }],
    ],
    [
      'a refund of disputed money',
      DISPUTED,
      { ...DISPUTED, refundedAmount: 1, disputedAmount: 1000 },
      [{ kind: 'refund', cents: { client: 1, dispute: -1 } }],
    ],
    [
      'a charge whose event came after its refund and its dispute',
      PENDING,
      { ...DISPUTED, refundedAmount: 1, disputedAmount: 1000 },
      [
        CHARGE,
        { kind: 'refund', cents: { client: 1, pilot: -1 } },
        { kind: 'dispute', cents: { pilot: -700, platform: -300, dispute: 1000 } },
      ],
    ],
    ['money that the platform never had', null, { ...PAID, provider: 'manual' }, []],
    ['a change of another value', PAID, PAID, []],
  ] as const)('[LEDGER-1, LEDGER-3, LEDGER-4] are those of %s', (_what, before, after, movements) => {
    expect(movementsOf(before, after)).toEqual(movements);
  });

  it('[LEDGER-2] sum to zero, and lead to the balances of the last state', () => {
    const amounts = fc.integer({ min: 50, max: 99_999_999 });
    const percents = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(40));
    const changes = fc.array(fc.tuple(fc.constantFrom(...PAYMENT_STATUSES), percents));
    fc.assert(
      fc.property(amounts, changes, (amount, states) => {
        const balances = { client: 0, pilot: 0, platform: 0, dispute: 0 };
        let before: Parameters<typeof balancesOf>[0] = { ...PENDING, amount };
        const part = (percent: number) => Math.floor((amount * percent) / 100);
        for (const [status, [refunded, disputed, lost]] of states) {
          const parts = {
            refundedAmount: part(refunded),
            disputedAmount: part(disputed),
            lostAmount: part(lost),
          };
          const after = { ...before, status, ...parts };
          for (const { cents } of movementsOf(before, after)) {
            for (const account of PAYMENT_ACCOUNTS) balances[account] += cents[account] ?? 0;
          }
          expect(Object.values(balances).reduce((sum, cents) => sum + cents)).toBe(0);
          expect(balances).toEqual(balancesOf(after));
          before = after;
        }
      }),
    );
  });
});
