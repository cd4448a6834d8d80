import { imageProblem } from './profile-image.policy.ts';

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
  ])('of %j with %i bytes is %j', (type, size, problem) => {
    expect(imageProblem({ type, size })).toBe(problem);
  });
});
