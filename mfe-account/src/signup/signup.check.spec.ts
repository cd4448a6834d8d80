import { signupErrors, signupOf } from './signup.check.ts';
import { EMPTY_SIGNUP, type SignupValues } from './signup.values.ts';

const filled = (values: Partial<SignupValues> = {}): SignupValues => ({
  name: 'Dana Pilot',
  email: 'dana@example.test',
  username: 'dana',
  role: 'pilot',
  flightHours: '',
  password: 'secret-1',
  confirmPassword: 'secret-1',
  ...values,
});

describe('signupErrors', () => {
  it('is empty for a complete form', () => {
    expect(signupErrors(filled())).toEqual({});
  });

  it('[SIGNUP-8, SIGNUP-10, SIGNUP-11] contains all required fields of an empty form', () => {
    expect(signupErrors(EMPTY_SIGNUP)).toEqual({
      name: 'Name is required',
      email: 'Invalid email address',
      username: 'Username is required',
      role: 'Choose Drone Pilot or Client',
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Password must be at least 6 characters',
    });
  });

  it('[SIGNUP-9, SIGNUP-12, SIGNUP-13, SIGNUP-15, SECURE-39] has the rules of the contract', () => {
    const password = '      ';
    const wrong = { email: 'dana@', flightHours: '12,5', password, confirmPassword: '12345' };
    expect(signupErrors(filled(wrong))).toEqual({
      email: 'Invalid email address',
      flightHours: 'Enter a number of hours, such as 120.5',
      password: 'The password needs at least one visible character',
      confirmPassword: 'Password must be at least 6 characters',
    });
    const other = signupErrors(filled({ confirmPassword: 'secret-2' }));
    expect(other).toEqual({ confirmPassword: "Passwords don't match" });
  });

  it('ignores the flight hours of a client', () => {
    expect(signupErrors(filled({ role: 'client', flightHours: 'many' }))).toEqual({});
  });
});

describe('signupOf', () => {
  it('[SIGNUP-16] contains the fields of the contract, without the password confirmation', () => {
    expect(signupOf(filled({ flightHours: '120.5', email: ' dana@example.test\u00a0' }))).toEqual({
      name: 'Dana Pilot',
      email: 'dana@example.test',
      username: 'dana',
      role: 'pilot',
      flightHours: 120.5,
      password: 'secret-1',
    });
  });

  it.each([
    ['a pilot without flight hours', { flightHours: '' }],
    ['a client', { role: 'client', flightHours: '12' }],
  ] as const)('[SIGNUP-17] contains no flight hours for %s', (_user, values) => {
    expect(signupOf(filled(values)).flightHours).toBeNull();
  });

  it('keeps spaces in a password', () => {
    expect(signupOf(filled({ password: ' six  ', confirmPassword: ' six  ' })).password).toBe(' six  ');
  });
});
