import { jest } from '@jest/globals';
import { COHORT_COOKIE } from '@dps/contract';
import { aModule, aRegistry } from '../testing/registry.ts';
import { readRegistry, storeRegistry } from './registry-source.ts';

const registry = (revision: number) => ({ ...aRegistry(aModule('jobs')), revision });

function setDocumentRegistry(text: string | undefined) {
  document.body.innerHTML =
    text === undefined ? '' : `<script type="application/json" id="registry"></script>`;
  const element = document.getElementById('registry');
  if (element && text !== undefined) element.textContent = text;
}

function mockServer(status: number, body: string) {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, { status }));
}

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

describe('the registry', () => {
  it('is read from the document without a request', async () => {
    mockServer(500, '');
    setDocumentRegistry(JSON.stringify(registry(3)));
    expect(await readRegistry()).toMatchObject({ revision: 3 });
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each([
    ['has none', undefined],
    ['has a damaged one', '{"revision":'],
    ['has one that is not valid', '{"revision":1,"shell":{"base":"/shell/"},"modules":[{}]}'],
  ])('is fetched when the document %s', async (_what, text) => {
    setDocumentRegistry(text);
    mockServer(200, JSON.stringify(registry(4)));
    expect(await readRegistry()).toMatchObject({ revision: 4 });
  });

  it('is not used when it is older than the stored one', async () => {
    storeRegistry(registry(5));
    setDocumentRegistry(undefined);
    mockServer(200, JSON.stringify(registry(4)));
    expect(await readRegistry()).toMatchObject({ revision: 5 });
  });

  it('is resolved for the cohort of this browser', async () => {
    const [module, next] = [aModule('jobs'), aModule('jobs', { version: '1.1.0' })];
    const canary = { version: '1.1.0', percent: 100, salt: 'a' };
    const both = { ...module, canary, releases: { ...module.releases, ...next.releases } };
    setDocumentRegistry(undefined);
    document.cookie = `${COHORT_COOKIE}=user-7`;
    mockServer(200, JSON.stringify({ ...aRegistry(both), revision: 6 }));
    expect((await readRegistry()).modules[0]).toMatchObject({ stable: '1.1.0', lastGood: '1.0.0' });
  });

  it('is the stored one when neither the document nor the server has one', async () => {
    storeRegistry(registry(2));
    setDocumentRegistry(undefined);
    mockServer(503, 'busy');
    expect(await readRegistry()).toMatchObject({ revision: 2 });
  });

  it('rejects with one reason for each source', async () => {
    setDocumentRegistry('{');
    mockServer(404, 'not here');
    await expect(readRegistry()).rejects.toMatchObject({
      name: 'NoRegistry',
      reasons: [
        expect.stringContaining('In the document: '),
        'At /registry.json: the server responded with 404',
        'From the last visit: this browser has stored none',
      ],
    });
  });
});
