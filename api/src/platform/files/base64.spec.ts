import { decodeBase64 } from './base64.ts';

it.each(['a', 'ab', 'abc', 'abcd'])('decodes what %j encodes to', (text) => {
  expect(decodeBase64(Buffer.from(text).toString('base64'))?.toString()).toBe(text);
});

it.each(['', 'abc', 'ab=c', '====', 'ab c', 'ab-_', 'data:;base64,aaaa', 'abc\n'])('refuses %j', (text) => {
  expect(decodeBase64(text)).toBeNull();
});
