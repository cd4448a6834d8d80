import { initials } from './PersonAvatar.tsx';

describe('initials', () => {
  it.each([
    ['ada', 'A'],
    ['Mary Jane Watson', 'MJ'],
    ['  Ada   Lovelace ', 'AL'],
    ['e\u0301lodie d\u0323', 'E\u0301D\u0323'],
    ['🚁 Pilots', '🚁P'],
    ['', ''],
  ])('[ROLE-6] of %j are %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
