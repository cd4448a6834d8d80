import { badgeLabel, badgeTone } from './schedule-badge.ts';

describe('badgeTone', () => {
  it.each([
    ['confirmed', 'green'],
    ['pending', 'yellow'],
    ['completed', 'blue'],
    ['cancelled', 'red'],
    ['in-progress', 'gray'],
    ['review', 'gray'],
    ['paid', 'gray'],
    ['constructor', 'gray'],
  ])('[SCHED-10] of %s is %s', (status, expected) => {
    expect(badgeTone(status)).toBe(expected);
  });
});

describe('badgeLabel', () => {
  it.each([
    ['in-progress', 'In Progress'],
    ['paid', 'Paid'],
    ['on-hold', 'on-hold'],
    ['constructor', 'constructor'],
  ])('[SCHED-11] of %s is %s', (status, expected) => {
    expect(badgeLabel(status)).toBe(expected);
  });
});
