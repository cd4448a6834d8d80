import { aModule, aRegistry } from '../testing/registry.ts';
import { repairedAddress } from './damaged-address.ts';

const TOKEN = 'aB3-_'.repeat(8) + 'xyz';
const page = (path: string) => ({ path, title: path, access: 'public' as const, chunks: [] });
const registry = aRegistry(
  aModule('account', {
    routes: ['/confirm-email', '/reset-password', '/security', '/jobs', '/report/:token', '/docs/:file'].map(
      page,
    ),
  }),
);

describe('repairedAddress', () => {
  it.each([
    ['an encoded #', `/confirm-email%23${TOKEN}`, `/confirm-email#${TOKEN}`],
    ['a # that is encoded twice', `/reset-password%2523${TOKEN}`, `/reset-password#${TOKEN}`],
    ['a # as an entity', `/confirm-email&#35;${TOKEN}`, `/confirm-email#${TOKEN}`],
    [
      'an encoded # and a line break in the token',
      `/confirm-email%23aB3-%0D%0A_x`,
      '/confirm-email#aB3-\r\n_x',
    ],
    ['an encoded line break in the path', `/confirm-%0Aemail#${TOKEN}`, `/confirm-email#${TOKEN}`],
    ['a blank before #', `/confirm-email%20#${TOKEN}`, `/confirm-email#${TOKEN}`],
    ['an encoded ?', '/jobs%3Fjob=17', '/jobs?job=17'],
    ['an encoded query with the end of a sentence', '/jobs%3Fjob%3D17.', '/jobs?job=17'],
    ['an encoded query with other words', '/jobs%3Fjob=17%20is%20yours', '/jobs?job=17'],
    ['a full stop', '/security.', '/security'],
    ['a bracket', '/security%3E', '/security'],
    ['a bracket as an entity', '/security&gt;', '/security'],
    ['a no-break space', '/security%C2%A0', '/security'],
    ['a full stop after a token in the path', `/report/${TOKEN}.`, `/report/${TOKEN}`],
    ['a blank after a token in the path', `/report/${TOKEN}%20`, `/report/${TOKEN}`],
    ['a line break in a token in the path', `/report/aB3%0D%0A-_x`, '/report/aB3-_x'],
    ['an unknown page with a secret', `/conf-email%23${TOKEN}`, '/conf-email'],
    ['an unknown page without a secret', '/nowhere.', null],
    ['a damaged encoding', '/%E0%A4%A', null],
    ['a parameter with a blank', '/docs/a%20b', null],
    ['a parameter with a per cent sign', '/docs/a%25b', null],
    ['no damage', `/confirm-email#${TOKEN}`, null],
  ])('[RESET-18, RESET-19] with %s: %j becomes %j', (_what, address, repaired) => {
    expect(repairedAddress(registry, new URL(address, 'https://surveys.example'))).toBe(repaired);
  });
});
