import { aMessage } from '../testing/thread-server.ts';
import { dayName, messageDays, timeOf } from './message-days.ts';

const local = (day: number, hour: number) => new Date(2026, 10, day, hour, 4).toISOString();

describe('the times of messages', () => {
  it('have their day if it is another one', () => {
    expect(timeOf(local(20, 9))).toBe('9:04 AM');
    expect(timeOf(local(20, 15), local(20, 9))).toBe('3:04 PM');
    expect(timeOf(local(21, 9), local(20, 9))).toBe('Nov 21, 2026, 9:04 AM');
  });

  it.each([
    ['2026-11-01', 'Today'],
    ['2026-10-31', 'Yesterday'],
    ['2026-10-30', 'Oct 30, 2026'],
    ['2025-11-01', 'Nov 1, 2025'],
  ])('name the day %s "%s"', (day, name) => {
    expect(dayName(day, '2026-11-01')).toBe(name);
  });

  it('group messages by day, and name the sender at the start of each turn', () => {
    const messages = [
      aMessage({ id: 1, senderId: 3, sentAt: local(20, 9) }),
      aMessage({ id: 2, senderId: 3, sentAt: local(20, 10) }),
      aMessage({ id: 3, senderId: 7, sentAt: local(20, 11) }),
      aMessage({ id: 4, senderId: 7, sentAt: local(21, 9) }),
    ];
    expect(
      messageDays(messages).map(([day, ofDay]) => [
        day,
        ofDay.map(({ message, isFirst }) => [message.id, isFirst]),
      ]),
    ).toEqual([
      [
        '2026-11-20',
        [
          [1, true],
          [2, false],
          [3, true],
        ],
      ],
      ['2026-11-21', [[4, true]]],
    ]);
  });
});
