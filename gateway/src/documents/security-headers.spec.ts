import { contentSecurityPolicy, documentHeaders, scriptOriginPolicy } from './security-headers.ts';

const publicOrigin = 'https://surveys.example';

const directives = (stripe: boolean): Map<string, string> =>
  new Map(
    contentSecurityPolicy({ publicOrigin, nonce: 'abc', stripe })
      .split('; ')
      .map((directive) => [
        directive.slice(0, directive.indexOf(' ')),
        directive.slice(directive.indexOf(' ') + 1),
      ]),
  );

describe('contentSecurityPolicy', () => {
  it.each([
    ['default-src', "'none'"],
    ['script-src', "'nonce-abc' 'strict-dynamic'"],
    ['style-src', "'self' 'nonce-abc'"],
    ['connect-src', "'self'"],
    ['worker-src', 'blob: https://surveys.example/service-worker.js'],
    ['manifest-src', "'self'"],
    ['frame-src', "'none'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'default'],
    ['report-uri', '/policy-reports'],
    ['report-to', 'policy'],
  ])('sets %s to %s', (name, sources) => {
    expect(directives(false).get(name)).toBe(sources);
  });

  it('allows connections to dev servers only if overrides are enabled', () => {
    const origins = ['http://localhost:*', 'http://127.0.0.1:*'];
    const policy = contentSecurityPolicy({ publicOrigin, nonce: 'abc', stripe: false, devOrigins: origins });
    expect(policy).toContain("connect-src 'self' http://localhost:* http://127.0.0.1:*;");
    expect(policy.match(/localhost/g)).toHaveLength(1);
  });

  it('[MAP-6] allows pictures of the map tiles, and nothing else of their host', () => {
    const policy = contentSecurityPolicy({
      publicOrigin,
      nonce: 'abc',
      stripe: false,
      tiles: 'https://tiles.example',
    });
    expect(policy).toContain("img-src 'self' data: blob: https://tiles.example;");
    expect(policy.match(/tiles/g)).toHaveLength(1);
    expect(directives(false).get('img-src')).toBe("'self' data: blob:");
  });

  it('never allows inline or evaluated code', () => {
    for (const stripe of [true, false])
      expect(contentSecurityPolicy({ publicOrigin, nonce: 'abc', stripe })).not.toContain('unsafe');
  });

  it.each([
    ['script-src', 'https://js.stripe.com'],
    ['frame-src', 'https://js.stripe.com'],
    ['frame-src', 'https://hooks.stripe.com'],
    ['connect-src', 'https://api.stripe.com'],
  ])('includes the payment provider only with the real provider: %s %s', (name, host) => {
    expect(directives(true).get(name)?.split(' ')).toContain(host);
    expect(directives(false).get(name)).not.toContain('stripe');
  });
});

describe('[SECURE-34] scriptOriginPolicy', () => {
  const sourcesOf = (stripe: boolean, devOrigins: string[] = []) =>
    scriptOriginPolicy({ nonce: 'abc', stripe, devOrigins }).split('; ')[0];

  it.each([
    [false, [], "script-src-elem 'self' 'nonce-abc'"],
    [true, [], "script-src-elem 'self' 'nonce-abc' https://js.stripe.com https://*.js.stripe.com"],
    [false, ['http://localhost:*'], "script-src-elem 'self' 'nonce-abc' http://localhost:*"],
  ])('with Stripe %s and the dev servers %s is %s', (stripe, devOrigins, expected) => {
    expect(sourcesOf(stripe, devOrigins)).toBe(expected);
  });
});

describe('documentHeaders', () => {
  it.each([true, false])(
    '[PASSKEY-20] allows passkeys to the own origin (payment provider: %s)',
    (stripe) => {
      const { 'permissions-policy': policy } = documentHeaders(stripe);
      expect(policy).toContain('publickey-credentials-create=(self)');
      expect(policy).toContain('publickey-credentials-get=(self)');
    },
  );
});
