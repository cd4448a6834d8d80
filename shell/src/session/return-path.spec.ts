import { returnPath } from './return-path.ts';

describe('returnPath', () => {
  it.each([
    ['the page that asked for a session', { from: '/jobs?status=paid' }, '/jobs?status=paid'],
    ['the dashboard when nobody was sent', null, '/'],
    ['the dashboard for something else in the history', { from: 7 }, '/'],
    ['the dashboard for another origin', { from: 'https://example.test/' }, '/'],
    ['the dashboard for an address without a scheme', { from: '//example.test' }, '/'],
    ['the dashboard for a disguised one', { from: '/\\example.test' }, '/'],
  ])('is %s', (_case, state, expected) => {
    expect(returnPath(state)).toBe(expected);
  });
});
