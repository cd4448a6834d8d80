import { isServed, servedNotes } from './served.ts';

const A = 'http://a:4200';

it.each([
  ['the same revision', [{ url: A, revision: 5 }], [], true],
  ['a later revision', [{ url: A, revision: 6 }], [], true],
  ['an earlier revision', [{ url: A, revision: 4 }], [`${A} still serves revision 4.`], false],
  [
    'an unknown revision',
    [{ url: A, problem: 'it responds with 503' }],
    [`It is unknown what ${A} serves: it responds with 503.`],
    false,
  ],
  ['the same revision, without gateways', [], [], false],
])('[RELEASES-11] a gateway serves %s', (_case, served, notes, done) => {
  expect(servedNotes(served, 5)).toEqual(notes);
  expect(isServed(served, 5)).toBe(done);
});
