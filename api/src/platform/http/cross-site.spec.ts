import { isCrossSiteWrite } from './cross-site.ts';

const OURS = 'https://surveys.example';

it.each<[string, string | undefined, string | undefined, boolean]>([
  ['POST', OURS, 'same-origin', false],
  ['POST', OURS, undefined, false],
  ['POST', undefined, undefined, false],
  ['POST', undefined, 'none', false],
  ['POST', 'https://evil.example', undefined, true],
  ['POST', 'https://evil.example', 'same-origin', true],
  ['POST', 'http://surveys.example', undefined, true],
  ['POST', 'null', undefined, true],
  ['POST', undefined, 'cross-site', true],
  ['POST', OURS, 'same-site', true],
  ['DELETE', 'https://evil.example', 'cross-site', true],
  ['GET', 'https://evil.example', 'cross-site', false],
  ['HEAD', 'https://evil.example', 'cross-site', false],
])('a %s from %s with Sec-Fetch-Site %s is cross-site: %s', (method, origin, fetchSite, expected) => {
  expect(isCrossSiteWrite({ method, origin, fetchSite }, OURS)).toBe(expected);
});
