import {
  compactCode,
  hashCode,
  isAppCode,
  newRecoveryCodes,
  newSecret,
  otherTimeOf,
  secretTexts,
  stepOf,
} from './one-time-code.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('stepOf', () => {
  it.each([
    ['the vector of RFC 6238 for 59 s', '287082', 59_000, 1],
    ['the vector of RFC 6238 for 2005', '081804', 1_111_111_109_000, 37_037_036],
    ['the vector of RFC 6238 for 2603', '353130', 20_000_000_000_000, 666_666_666],
    ['a code of the next step', '287082', 29_999, 1],
    ['a code of the previous step', '287082', 89_999, 1],
    ['a code two steps late', '287082', 90_000, null],
    ['a wrong code', '287083', 59_000, null],
    ['a recovery code', 'ABCDEFGH', 59_000, null],
  ])('[FACTOR-13] returns the step of %s', (_what, code, now, step) => {
    expect(stepOf(SECRET, code, now)).toBe(step);
  });
});

describe('otherTimeOf', () => {
  it.each([
    ['two steps late', 90_000, 60],
    ['ten minutes late', 659_000, 600],
    ['more than ten minutes late', 660_000, null],
    ['valid now', 59_000, 0],
  ])('[FACTOR-20] explains a code that is %s', (_what, now, secondsLate) => {
    const found = otherTimeOf(SECRET, '287082', now);
    expect(found).toEqual(secondsLate === null ? null : { step: 1, secondsLate });
  });

  it.each([
    ['ten minutes early', 1_111_111_109_000 - 600_000, -600],
    ['more than ten minutes early', 1_111_111_109_000 - 630_000, null],
  ])('explains a code that is %s', (_what, now, secondsLate) => {
    const found = otherTimeOf(SECRET, '081804', now);
    expect(found).toEqual(secondsLate === null ? null : { step: 37_037_036, secondsLate });
  });
});

describe('secretTexts', () => {
  it('names the product and the user', () => {
    const { secret, address } = secretTexts(SECRET, 'ada byron');
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(address).toMatch(
      /^otpauth:\/\/totp\/Drone%20Pilot%20Surveys:ada%20byron\?.*secret=GEZDGNBVGY3TQOJQ/,
    );
  });
});

describe('newRecoveryCodes', () => {
  it('returns ten different codes of 24 letters and digits, and no secret repeats', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    expect(newSecret()).not.toEqual(newSecret());
  });

  it('have one hash for each way to type them', () => {
    expect(compactCode(' abcd-efgh ijkl')).toBe('ABCDEFGHIJKL');
    expect(hashCode('abcd efgh')).toEqual(hashCode('ABCD-EFGH'));
    expect(isAppCode('123456')).toBe(true);
    expect(isAppCode('1234567')).toBe(false);
  });
});
