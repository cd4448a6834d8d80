import { jest } from '@jest/globals';
import { COHORT_COOKIE } from '@dps/shared-contracts';
import { aModule, aRegistry } from '../testing/registry.ts';
import { readRegistry, rememberRegistry } from './registry-source.ts';

const registry = (revision: number) => ({ ...aRegistry(aModule('jobs')), revision });

function documentCarries(text: string | undefined) {
  document.body.innerHTML =
    text === undefined ? '' : `<script type="application/json" id="registry"></script>`;
  const element = document.getElementById('registry');
  if (element && text !== undefined) element.textContent = text;
}

function serverAnswers(status: number, body: string) {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, { status }));
}

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

describe('the registry', () => {
  it('is the one in the document, without a request', async () => {
    serverAnswers(500, '');
    documentCarries(JSON.stringify(registry(3)));
    expect(await readRegistry()).toMatchObject({ revision: 3 });
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each([
    ['carries none', undefined],
    ['carries a damaged one', '{"revision":'],
    ['carries one that is not sound', '{"revision":1,"shell":{"base":"/shell/"},"modules":[{}]}'],
  ])('is fetched when the document %s', async (_what, text) => {
    documentCarries(text);
    serverAnswers(200, JSON.stringify(registry(4)));
    expect(await readRegistry()).toMatchObject({ revision: 4 });
  });

  it('is not fetched from somebody whom the deployment does not trust', async () => {
    documentCarries(undefined);
    document.body.insertAdjacentHTML(
      'beforeend',
      '<script type="application/json" id="deployment"></script>',
    );
    const settings = {
      demoAccounts: [],
      payments: { publishableKey: '', sandboxScript: null },
      releaseKeys: ['MCowBQYDK2VwAyEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
    };
    document.getElementById('deployment')?.append(JSON.stringify(settings));
    serverAnswers(200, JSON.stringify({ ...registry(4), signature: { value: 'AAAA', key: 'k' } }));
    const reason = 'At /registry.json: nobody vouches for it';
    await expect(readRegistry()).rejects.toMatchObject({ reasons: expect.arrayContaining([reason]) });
  });

  it('is not fetched when an older one comes than this browser has seen', async () => {
    rememberRegistry(registry(5));
    documentCarries(undefined);
    serverAnswers(200, JSON.stringify(registry(4)));
    expect(await readRegistry()).toMatchObject({ revision: 5 });
  });

  it('is fetched as it is for this browser', async () => {
    const [module, next] = [aModule('jobs'), aModule('jobs', { version: '1.1.0' })];
    const canary = { version: '1.1.0', percent: 100, salt: 'a' };
    const both = { ...module, canary, releases: { ...module.releases, ...next.releases } };
    documentCarries(undefined);
    document.cookie = `${COHORT_COOKIE}=user-7`;
    serverAnswers(200, JSON.stringify({ ...aRegistry(both), revision: 6 }));
    expect((await readRegistry()).modules[0]).toMatchObject({ stable: '1.1.0', lastGood: '1.0.0' });
  });

  it('is the one that worked last when neither can be had', async () => {
    rememberRegistry(registry(2));
    documentCarries(undefined);
    serverAnswers(503, 'busy');
    expect(await readRegistry()).toMatchObject({ revision: 2 });
  });

  it('is missed with one reason for each source', async () => {
    documentCarries('{');
    serverAnswers(404, 'not here');
    await expect(readRegistry()).rejects.toMatchObject({
      name: 'NoRegistry',
      reasons: [
        expect.stringContaining('In the document: '),
        'At /registry.json: the server answered 404',
        'From the last visit: this browser remembers none',
      ],
    });
  });
});
