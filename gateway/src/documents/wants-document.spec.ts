import { wantsDocument } from './wants-document.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('wantsDocument', () => {
  it.each([
    ['a browser that navigates', BROWSER, '/jobs', true],
    ['a browser that navigates to a name with a dot', BROWSER, '/jobs/plan.v2', true],
    ['a program that takes anything', '*/*', '/jobs', true],
    ['a program that says nothing', undefined, '/', true],
    ['a script element', '*/*', '/assets/main.js', false],
    ['a picture', 'image/avif,image/webp,*/*;q=0.8', '/jobs', false],
    ['a call for data', 'application/json', '/jobs', false],
    ['a folder with a dot and a page in it', '*/*', '/v1.2/jobs', true],
  ])('%s', (_who, accept, pathname, expected) => {
    expect(wantsDocument(accept, pathname)).toBe(expected);
  });
});
