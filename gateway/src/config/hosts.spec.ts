import { hostRule, isHostname } from './hosts.ts';

describe('[SECURE-31] hostRule', () => {
  it.each([
    ['https://surveys.example', 'surveys.example', true],
    ['https://surveys.example', 'SURVEYS.example:8443', true],
    ['https://surveys.example', 'www.surveys.example', true],
    ['https://surveys.example', 'surveys.example.evil.example', false],
    ['https://surveys.example', 'localhost', false],
    ['https://surveys.example', 'user@surveys.example', false],
    ['http://localhost:4200', '127.0.0.1:4200', true],
    ['http://localhost:4200', '[::1]', true],
    ['http://localhost:4200', 'anything', false],
  ])('of %s for %s returns %s', (publicOrigin, host, expected) => {
    expect(hostRule(publicOrigin, ['www.surveys.example'])(host)).toBe(expected);
  });
});

describe('isHostname', () => {
  it.each([
    ['surveys.example', true],
    ['10.0.0.7', true],
    ['[2001:db8::1]', true],
    ['surveys.example:443', false],
    ['https://surveys.example', false],
    ['', false],
  ])('of %s returns %s', (text, expected) => {
    expect(isHostname(text)).toBe(expected);
  });
});
