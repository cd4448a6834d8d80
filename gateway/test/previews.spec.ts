import { DOCUMENT_FORMAT, type PreviewNotice, type Registry } from '@dps/contract';
import { closeProduct, NAVIGATION, openProduct, type GatewayProduct } from './support/product.ts';
import { publish } from './support/publish.ts';
import type { Testers } from '../src/config/config.ts';

let product: GatewayProduct;
const HOUR_MS = 3_600_000;

/** A registry whose module `jobs` has a preview of 1.1.0. */
const withPreview =
  (expires: number, documentFormat = DOCUMENT_FORMAT) =>
  (registry: Registry): Registry => ({
    ...registry,
    shell: { ...registry.shell, ...(documentFormat > 0 && { documentFormat }) },
    modules: registry.modules.map((module) => ({
      ...module,
      lastGood: '0.9.0',
      previews: [{ id: 'pr-7', version: '1.1.0', expires }],
    })),
  });

async function open(testers: Testers | undefined, change = withPreview(Date.now() + HOUR_MS)): Promise<void> {
  product = await openProduct({ ...(testers && { testers }) });
  await publish(product.store, { jobs: ['1.0.0', '1.1.0', '0.9.0'] }, change);
}
afterEach(() => closeProduct(product));

const get = (url: string, cookie = '') => product.gateway.inject({ url, headers: { ...NAVIGATION, cookie } });

/** Returns the release of `jobs` and the notice in the document of a browser. */
async function documentFor(cookie: string): Promise<[version: string | undefined, notice?: PreviewNotice]> {
  const { body } = await get('/jobs', cookie);
  const [, notice] = /"preview":({[^}]+})/.exec(body) ?? [];
  const [, version] = /"stable":"([^"]+)"/.exec(body) ?? [];
  expect(body).not.toContain('pr-7');
  return notice === undefined ? [version] : [version, JSON.parse(notice)];
}

describe('a preview link', () => {
  it.each([
    ['/jobs?page=2&preview=pr-7', '/jobs?page=2', 'dps_preview=pr-7; Path=/; SameSite=Lax; HttpOnly'],
    ['/?preview=end', '/', 'dps_preview=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly'],
    ['/?preview=%0d%0aSet-Cookie:a', '/', 'dps_preview=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly'],
    ['/.//elsewhere.example?preview=pr-7', '/', 'dps_preview=pr-7; Path=/; SameSite=Lax; HttpOnly'],
  ])('%s leads to the address without it', async (url, address, cookie) => {
    await open('any');
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers.location, headers['set-cookie']]).toEqual([302, address, cookie]);
  });

  it('does nothing in a deployment without previews', async () => {
    await open(undefined);
    const { statusCode, headers } = await get('/jobs?preview=pr-7');
    expect([statusCode, String(headers['set-cookie'])]).toEqual([
      200,
      expect.not.stringContaining('preview'),
    ]);
    expect(await documentFor('dps_preview=pr-7; dps_session=17')).toEqual(['1.0.0']);
  });
});

describe('[SECURE-92, MODULE-15] the document of a browser that follows a preview', () => {
  it.each<[string, Testers, string, string, PreviewNotice['state'] | undefined]>([
    ['of a tester', [17, 42], 'dps_preview=pr-7; dps_session=17', '1.1.0', 'runs'],
    [
      'of another user, with the name of a former tester',
      [42],
      'dps_preview=pr-7; dps_session=17',
      '1.0.0',
      'refused',
    ],
    ['of any user', 'any', 'dps_preview=pr-7; dps_session=17', '1.1.0', 'runs'],
    ['[SECURE-101] without a user', 'any', 'dps_preview=pr-7', '1.0.0', 'signed-out'],
    ['whose user cannot be checked', 'any', 'dps_preview=pr-7; dps_session=broken', '1.0.0', 'unknown'],
    [
      '[SECURE-107] whose check is redirected',
      'any',
      'dps_preview=pr-7; dps_session=moved',
      '1.0.0',
      'unknown',
    ],
    ['with an unknown id', 'any', 'dps_preview=pr-8; dps_session=17', '1.0.0', 'ended'],
    ['without a preview', 'any', 'dps_session=17', '1.0.0', undefined],
  ])('%s', async (_case, testers, cookie, version, state) => {
    await open(testers);
    const runs = { state: 'runs', title: 'The jobs module', version: '1.1.0' };
    const notice = state === 'runs' ? runs : { state };
    expect(await documentFor(cookie)).toEqual(state === undefined ? [version] : [version, notice]);
  });

  it('has the stable release after the expiry, and in a shell that cannot show that it runs a preview', async () => {
    await open('any', withPreview(Date.now() - 1));
    const cookie = 'dps_preview=pr-7; dps_session=17';
    expect(await documentFor(cookie)).toEqual(['1.0.0', { state: 'ended' }]);
    await publish(product.store, { jobs: ['1.0.0', '1.1.0', '0.9.0'] }, withPreview(Date.now() + HOUR_MS, 0));
    expect(await documentFor(cookie)).toEqual(['1.0.0']);
  });

  it('has the stable release while the API is away', async () => {
    await open('any');
    await product.api.close();
    expect(await documentFor('dps_preview=pr-7; dps_session=17')).toEqual(['1.0.0', { state: 'unknown' }]);
  });
});
