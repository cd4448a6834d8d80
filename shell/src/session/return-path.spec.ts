import { returnPath } from './return-path.ts';

describe('returnPath', () => {
  it.each([
    ['the page that required a session', { from: '/jobs?status=paid' }, '/jobs?status=paid'],
    ['the dashboard without a state', null, '/'],
    ['the dashboard for another state', { from: 7 }, '/'],
    ['the dashboard for another origin', { from: 'https://example.test/' }, '/'],
    ['the dashboard for an address without a scheme', { from: '//example.test' }, '/'],
    ['the dashboard for a script', { from: 'javascript:alert(1)' }, '/'],
    ['the dashboard for an empty path', { from: '' }, '/'],
    ['the dashboard for a backslash in place of a slash', { from: '/\\example.test' }, '/'],
  ])('[ROUTE-8] is %s', (_case, state, expected) => {
    expect(returnPath(state)).toBe(expected);
  });
});
