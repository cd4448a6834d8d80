import { initials } from './PersonAvatar.tsx';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['Mary Jane Watson', 'MJ'],
    ['  Ada   Lovelace ', 'AL'],
    ['élodie durand', 'ÉD'],
    ['🚁 Pilots', '🚁P'],
    ['', ''],
  ])('of %j are %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
