import { isEmail, normalizeEmail } from './email.ts';

const address = (local: number, total: number) => {
  const domain = `${'d'.repeat(60)}.`.repeat(4).slice(0, total - local - 4);
  return `${'a'.repeat(local)}@${domain}.de`;
};

describe('normalizeEmail', () => {
  it.each([
    ['a trailing space', 'Ada@Example.com ', 'Ada@Example.com'],
    ['no-break spaces', '\u00a0ada@example.com\u00a0', 'ada@example.com'],
    ['characters without width', '\u200bada@example.com\u2060\ufeff', 'ada@example.com'],
    ['direction marks', '\u202aada@example.com\u202c', 'ada@example.com'],
    ['an international domain', 'x@müller.example', 'x@xn--mller-kva.example'],
    ['the same domain in capitals, decomposed', 'x@MU\u0308LLER.example ', 'x@xn--mller-kva.example'],
    ['an ideographic full stop', 'x@例え。example', 'x@xn--r8jz45g.example'],
    ['a path behind the domain', 'x@müller.example/a', 'x@müller.example/a'],
    ['a blank within the domain', 'x@müller .example', 'x@müller .example'],
    ['no domain', 'müller', 'müller'],
    ['NUL, which is refused', 'ada@example.com\u0000', 'ada@example.com\u0000'],
    ['more characters than an address has', `${' '.repeat(1000)}x`, `${' '.repeat(1000)}x`],
  ])('[EMAIL-20] with %s: %j becomes %j', (_what, typed, normalized) => {
    expect(normalizeEmail(typed)).toBe(normalized);
    expect(normalizeEmail(normalized)).toBe(normalized);
  });
});

describe('isEmail', () => {
  it.each([
    ['a plain address', "o'neil+jobs@mail.example.com", true],
    ['a local part of 64 characters', address(64, 100), true],
    ['a local part of 65 characters', address(65, 100), false],
    ['253 characters', address(64, 253), true],
    ['254 characters, which some servers refuse', address(64, 254), false],
    ['a dot at the start', '.ada@example.com', false],
    ['a dot at the end of the local part', 'ada.@example.com', false],
    ['two dots', 'ada..b@example.com', false],
    ['a label that ends with a hyphen', 'ada@example-.com', false],
    ['an international domain that is not normalized', 'x@müller.example', false],
    ['an international local part', 'müller@example.com', false],
    ['two addresses', 'ada@example.com,bob@example.com', false],
    ['no domain', 'ada@', false],
    ['no local part', '@example.com', false],
  ])('[EMAIL-21] of %s (%j) is %s', (_what, text, expected) => {
    expect(isEmail(text)).toBe(expected);
  });
});
