import { canonicalAddress, wantsDocument, withoutPaymentSecrets } from './navigation.ts';

describe('canonicalAddress', () => {
  it.each([
    ['127.0.0.1:4200', 'http://localhost:4200', 'http://localhost:4200/jobs?page=2'],
    ['[::1]:4200', 'http://localhost:4200', 'http://localhost:4200/jobs?page=2'],
    ['localhost:4200', 'http://127.0.0.1:4200', 'http://127.0.0.1:4200/jobs?page=2'],
    ['localhost:4200', 'http://localhost:4200', undefined],
    ['127.0.0.1:9000', 'http://localhost:4200', undefined],
    ['surveys.example', 'http://localhost:4200', undefined],
    ['localhost:4200', 'https://surveys.example', undefined],
    ['not a host', 'http://localhost:4200', undefined],
    [undefined, 'http://localhost:4200', undefined],
  ])('for host %s under public origin %s', (host, publicOrigin, expected) => {
    expect(canonicalAddress(host, '/jobs?page=2', publicOrigin)).toBe(expected);
  });
});

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('wantsDocument', () => {
  it.each([
    ['a browser that navigates', BROWSER, '/jobs', true],
    ['a browser that navigates to a name with a dot', BROWSER, '/jobs/plan.v2', true],
    ['a program that accepts any type', '*/*', '/jobs', true],
    ['a program without an Accept header', undefined, '/', true],
    ['a script element', '*/*', '/assets/main.js', false],
    ['an image', 'image/avif,image/webp,*/*;q=0.8', '/jobs', false],
    ['a JSON request', 'application/json', '/jobs', false],
    ['a page in a folder with a dot', '*/*', '/v1.2/jobs', true],
  ])('for %s', (_client, accept, pathname, expected) => {
    expect(wantsDocument(accept, pathname)).toBe(expected);
  });
});

describe('[PAY-20] withoutPaymentSecrets', () => {
  const secrets = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded';

  it.each([
    [`/payments?result=7&${secrets}`, '/payments?result=7'],
    [`/payments?${secrets}&result=7`, '/payments?result=7'],
    [`/jobs?${secrets}`, '/jobs'],
    ['/?redirect_status=failed', '/'],
    [`//elsewhere.example/?${secrets}`, '/'],
    [`/.//elsewhere.example?${secrets}`, '/elsewhere.example'],
    ['/payments?result=7', undefined],
  ])('for %s', (url, expected) => {
    expect(withoutPaymentSecrets(url, 'http://localhost:4200')).toBe(expected);
  });
});
