import { array, object, string } from 'yup';
import { closeProduct, NAVIGATION, openProduct, type GatewayProduct } from './support/product.ts';

let product: GatewayProduct;
beforeEach(async () => {
  product = await openProduct();
});
afterEach(() => closeProduct(product));

describe('[FIELD-1] the installed app', () => {
  it('has a manifest, icons and a service worker for the complete origin', async () => {
    const get = (url: string) => product.gateway.inject({ url });
    const manifest: unknown = (await get('/manifest.webmanifest')).json();
    const icons = object({ icons: array(object({ src: string().required() })).required() });
    for (const { src } of icons.validateSync(manifest).icons) {
      expect((await get(src)).headers['content-type']).toBe('image/png');
    }
    const worker = await get('/service-worker.js');
    expect(worker.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy':
        "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
  });

  it('may keep documents, except those of secret addresses and overrides', async () => {
    await closeProduct(product);
    product = await openProduct({ overrides: { origins: ['http://localhost:*'] } });
    const documentOf = async (url: string) => {
      const { statusCode, headers } = await product.gateway.inject({ url, headers: NAVIGATION });
      return [statusCode, headers['x-keep']];
    };
    expect(await documentOf('/jobs')).toEqual([200, '1']);
    expect(await documentOf('/jobs?override=jobs@http://localhost:4300')).toEqual([200, undefined]);
    // The overriding module may have a page there.
    expect(await documentOf('/nowhere?override=jobs@http://localhost:4300')).toEqual([200, undefined]);
    expect(await documentOf('/nowhere')).toEqual([404, undefined]);
  });
});
