import { deviceName } from './device-name.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

describe('deviceName', () => {
  it.each([
    ['a browser on a computer', WINDOWS, 'Firefox on Windows'],
    ['a browser on a phone', PHONE, 'Safari on iOS'],
    ['no header', undefined, null],
    ['an empty header', '', null],
    ['an unknown program', 'survey-robot', null],
    ['a made-up name', 'your own phone, verify at evil.example/1.0 x', null],
    ['a made-up name on Linux', 'verify at evil.example/1.0 (Linux) x', 'Unknown browser on Linux'],
    ['a header of unusual length', `${WINDOWS} ${'x'.repeat(600)}`, null],
  ])('names %s', (_client, header, name) => {
    expect(deviceName(header)).toBe(name);
  });
});
