import { cookieText, cookieValue, ownCookies } from './cookies.ts';

describe('cookieText', () => {
  it.each([
    [true, 60, '__Host-theme=dark; Path=/; Max-Age=60; SameSite=Lax; Secure'],
    [true, undefined, '__Host-theme=dark; Path=/; SameSite=Lax; Secure'],
    [false, 0, 'theme=dark; Path=/; Max-Age=0; SameSite=Lax'],
  ])('behind TLS: %s, with the age %s', (isSecure, maxAge, expected) => {
    expect(cookieText('theme', 'dark', isSecure, maxAge)).toBe(expected);
  });
});

describe('[SECURE-100] ownCookies', () => {
  it.each([
    ['has the cookies with the prefix behind TLS', '__Host-theme=dark; __Host-size=2', 'dark'],
    ['omits a cookie that another host of the site has set', 'theme=light', undefined],
    ['prefers no cookie of another host', 'theme=light; __Host-theme=dark; theme=red', 'dark'],
    ['omits a name that contains the prefix', 'x__Host-theme=light; __host-theme=light', undefined],
    ['is empty without cookies', '', undefined],
  ])('%s', (_case, cookies, expected) => {
    expect(cookieValue(ownCookies(cookies, true), 'theme')).toBe(expected);
  });

  it('has the cookies without prefix over plain HTTP', () => {
    expect(cookieValue(ownCookies('theme=light; __Host-theme=dark', false), 'theme')).toBe('light');
  });
});
