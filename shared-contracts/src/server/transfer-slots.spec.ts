import { TransferSlots } from './transfer-slots.ts';

/** Takes units until a limit refuses more. Returns the number of units and the limit. */
function takeAll(slots: TransferSlots, client: string | number, network?: string) {
  for (let count = 0; ; count += 1) {
    const taken = slots.take(client, network);
    if (typeof taken === 'string') return [count, taken];
  }
}

describe('TransferSlots', () => {
  it('gives one client its maximum, until it releases a unit', () => {
    const slots = new TransferSlots({ atOnce: 100, perClient: 2 });
    const release = slots.take(1, 'a');
    slots.take(1, 'a');
    expect(slots.take(1, 'a')).toBe('perClient');
    if (typeof release === 'function') release();
    expect(takeAll(slots, 1, 'a')).toEqual([1, 'perClient']);
  });

  it.each([
    [1, 6],
    [3, 6],
    [9, 3],
  ])(
    '[SECURE-70] after %d networks that take all they can, gives another one %d of 100',
    (networks, left) => {
      const slots = new TransferSlots({ atOnce: 100, perClient: 6 });
      for (let account = 0; account < 200; account += 1)
        takeAll(slots, account, `greedy ${account % networks}`);
      expect(takeAll(slots, 'another')).toEqual([left, expect.any(String)]);
    },
  );

  it('gives the last unit to a client that has none', () => {
    const slots = new TransferSlots({ atOnce: 2, perClient: 2 });
    expect(takeAll(slots, 'a')).toEqual([1, 'perClient']);
    expect(takeAll(slots, 'b')).toEqual([1, 'atOnce']);
  });

  it('counts the bytes of a transfer', () => {
    const slots = new TransferSlots({ atOnce: 100, perClient: 40 });
    const release = slots.take(1, 'a', 40);
    expect(slots.take(1, 'a', 1)).toBe('perClient');
    expect(slots.take(2, 'a', 21)).toBe('perClient');
    expect(slots.take(2, 'b', 61)).toBe('perClient');
    slots.take(3, 'b', 30);
    slots.take(4, 'c', 20);
    expect(slots.take(5, 'd', 11)).toBe('atOnce');
    if (typeof release === 'function') release();
    expect(slots.take(5, 'd', 11)).toBeInstanceOf(Function);
  });

  it('has no limit of all transfers together without one', () => {
    expect(takeAll(new TransferSlots({ atOnce: Infinity, perClient: 50 }), 'a')).toEqual([50, 'perClient']);
  });
});
