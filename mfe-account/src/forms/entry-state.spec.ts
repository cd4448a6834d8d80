import { stateWithUsername, usernameOf } from './entry-state.ts';

describe('the state that signing up hands to signing in', () => {
  it.each([[null], [{ from: '/schedule' }]])('keeps %j and carries the username', (state) => {
    const carried = stateWithUsername(state, 'dana');
    expect(carried).toEqual({ ...state, username: 'dana' });
    expect(usernameOf(carried)).toBe('dana');
  });

  it.each([[null], ['dana'], [{ from: '/' }], [{ username: 7 }]])('has no username in %j', (state) => {
    expect(usernameOf(state)).toBe('');
  });
});
