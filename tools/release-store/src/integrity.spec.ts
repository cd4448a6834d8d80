import { integrityOf } from './integrity.ts';

it('returns the digest that browsers compute', () => {
  // The digest of "alert('Hello, world.');" in the W3C recommendation on subresource integrity.
  expect(integrityOf(Buffer.from("alert('Hello, world.');"))).toBe(
    'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=',
  );
});
