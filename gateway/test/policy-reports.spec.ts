import { closeProduct, openProduct, type GatewayProduct } from './support/product.ts';

let product: GatewayProduct;
beforeEach(async () => {
  product = await openProduct();
});
afterEach(() => closeProduct(product));

describe('a report of a blocked script', () => {
  const report = (payload: string, type = 'application/csp-report') =>
    product.gateway.inject({
      method: 'POST',
      url: '/policy-reports',
      headers: { 'content-type': type },
      payload,
    });
  const valid = JSON.stringify({
    'csp-report': {
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?token=1',
      'document-uri': 'http://localhost:4200/jobs?search=secret',
    },
  });

  it('[SECURE-33] is logged without queries, ten times a minute for one network', async () => {
    for (let count = 0; count < 12; count += 1) expect((await report(valid)).statusCode).toBe(204);
    expect(product.warnings).toHaveLength(10);
    expect(product.warnings[0]).toBe(
      'A browser blocked https://evil.example/x.js on http://localhost:4200/jobs (content security policy: script-src-elem)',
    );
  });

  it.each([
    ['{}', 'application/csp-report', 204],
    ['{', 'application/csp-report', 400],
    [' '.repeat(20_000), 'application/reports+json', 413],
    [valid, 'text/plain', 415],
  ])('is not logged if it is invalid: %.10s %s', async (payload, type, status) => {
    expect((await report(payload, type)).statusCode).toBe(status);
    expect(product.warnings).toEqual([]);
  });
});
