import { integrityOf, isIntact } from './integrity.ts';

it('returns the digest that browsers compute', () => {
  // The digest of "alert('Hello, world.');" in the W3C recommendation on subresource integrity.
  expect(integrityOf(Buffer.from("alert('Hello, world.');"))).toBe(
    'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=',
  );
});

it.each([
  ['the content', "alert('Hello, world.');", true],
  ['a changed content', "alert('Hello, world!');", false],
])('verifies a digest of another algorithm for %s', (_case, content, isSame) => {
  // The SHA-384 digest of the same text in the recommendation.
  const integrity = 'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO';
  expect(isIntact(Buffer.from(content), integrity)).toBe(isSame);
});
