import { messageParts } from './message-parts.ts';

/** The links of a text, each with its text, its address and the host next to it. */
const links = (text: string) =>
  messageParts(text).flatMap(({ text: shown, href, host }) => (href ? [[shown, href, host]] : []));

describe('the links of a message', () => {
  it('are between its texts, without the punctuation of the sentence', () => {
    expect(messageParts('The gate (see https://maps.example/gate?x=1). Ring 2x!')).toEqual([
      { at: 0, text: 'The gate (see ' },
      { at: 14, text: 'https://maps.example/gate?x=1', href: 'https://maps.example/gate?x=1' },
      { at: 43, text: '). Ring 2x!' },
    ]);
    expect(links('https://en.example/Roof_(shape), next')).toEqual([
      ['https://en.example/Roof_(shape)', 'https://en.example/Roof_(shape)', undefined],
    ]);
  });

  it.each([
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['file:///etc/passwd'],
    ['ftp://files.example'],
    ['www.example.com'],
    ['mailto:a@example.com'],
    ['https://'],
    ['https:///'],
    ['http://[::1'],
    ['<a href="x">y</a>'],
  ])('are not %s', (text) => {
    expect(messageParts(text)).toEqual([{ at: 0, text }]);
  });

  it.each([
    ['a user name', 'https://bank.example@evil.example/pay', 'https://evil.example/pay', 'evil.example'],
    [
      'a user name with a password',
      'https://bank.example:443@evil.example',
      'https://evil.example/',
      'evil.example',
    ],
    ['letters of another script', 'https://аpple.com/', 'https://xn--pple-43d.com/', 'xn--pple-43d.com'],
    ['encoded letters', 'https://%65vil.example', 'https://evil.example/', 'evil.example'],
    ['a number for the host', 'http://2130706433/', 'http://127.0.0.1/', '127.0.0.1'],
    [
      'a backslash',
      String.raw`https://evil.example\@bank.example`,
      'https://evil.example/@bank.example',
      'evil.example',
    ],
    ['a path from right to left', 'https://evil.example/א', 'https://evil.example/%D7%90', 'evil.example'],
  ])('with %s have the real host next to them', (_what, text, href, host) => {
    expect(links(text)).toEqual([[text, href, host]]);
  });

  it('end before a character that changes the direction', () => {
    expect(links('https://evil.example/\u202Emoc.knab')).toEqual([
      ['https://evil.example/', 'https://evil.example/', undefined],
    ]);
  });

  it.each([
    ['HTTPS://Survey.Example/Plan'],
    ['http://survey.example:8080/a#b'],
    ['https://xn--pple-43d.com'],
  ])('show %s alone', (text) => {
    expect(links(text).map(([, , host]) => host)).toEqual([undefined]);
  });

  it('are found in linear time', () => {
    expect(messageParts(`https://x${'.'.repeat(4_000)}`)).toHaveLength(2);
    expect(links('https://'.repeat(500))).toHaveLength(1);
  });
});
