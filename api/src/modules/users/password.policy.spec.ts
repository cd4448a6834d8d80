import { passwordProblem } from './password.policy.ts';

const problemOf = (password: string, username = 'Sky_Pilot', email = 'ada@example.com') =>
  passwordProblem({ password, username, email });

describe('passwordProblem', () => {
  it.each([
    'password',
    '123456',
    'qwerty',
    'Dragon',
    'LETMEIN',
    'trustno1',
    'zzzzzz',
    '000000',
    'Bhrh0h2oof6xbqjeh',
  ])('[PASSWORD-1, SECURE-29] refuses the common password %s', (password) =>
    expect(problemOf(password)).toMatch(/common/),
  );

  it.each(['sky_pilot', 'SKY_PILOT', 'Ada@Example.com', 'ｓｋｙ_ｐｉｌｏｔ'])(
    '[SECURE-29] refuses %s, which is the username or the email',
    (password) => expect(problemOf(password)).toMatch(/username/),
  );

  it.each(['correct horse', 'sky_pilot1', 'pilot-demo-2026', 'client-demo-2026', ' password '])(
    'accepts %s',
    (password) => expect(problemOf(password)).toBeNull(),
  );
});
