import { imageProblem, isRetryable } from './profile-image.policy.ts';

const MB = 1024 * 1024;

describe('imageProblem', () => {
  it.each([
    ['image/png', 1, null],
    ['image/jpeg', 5 * MB, null],
    ['image/webp', 300, null],
    ['image/gif', 300, null],
    ['image/png', 5 * MB + 1, 'too-large'],
    ['image/svg+xml', 300, 'wrong-type'],
    ['application/pdf', 300, 'wrong-type'],
    ['', 300, 'wrong-type'],
  ])('[PROFILE-17] for %j with %i bytes is %j', (type, size, problem) => {
    expect(imageProblem({ type, size })).toBe(problem);
  });
});

describe('isRetryable', () => {
  it.each([
    [0, true],
    [429, true],
    [503, true],
    [400, false],
    [413, false],
  ])('after status %i is %j', (status, expected) => {
    expect(isRetryable({ status, message: `${status}: …` })).toBe(expected);
  });

  it('is false for a file that cannot be read', () => {
    expect(isRetryable(new Error('me.png cannot be read'))).toBe(false);
  });
});
