import { loginOf, stateWithUsername, usernameOf } from './login.values.ts';

describe('the location state of the login page', () => {
  it.each([[null], [{ from: '/schedule' }]])('keeps %j and contains the username', (state) => {
    const extended = stateWithUsername(state, 'dana');
    expect(extended).toEqual({ ...state, username: 'dana' });
    expect(usernameOf(extended)).toBe('dana');
  });

  it.each([[null], ['dana'], [{ from: '/' }], [{ username: 7 }]])('has no username in %j', (state) => {
    expect(usernameOf(state)).toBe('');
  });
});

describe('the request body of a login', () => {
  it('has a trimmed username and the password as typed', () => {
    expect(loginOf({ username: ' dana ', password: ' secret ' })).toEqual({
      username: 'dana',
      password: ' secret ',
    });
  });
});
