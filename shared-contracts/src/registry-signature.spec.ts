import type { Registry } from './registry.ts';
import { signedText, statementText } from './registry-signature.ts';

const registry: Registry = {
  revision: 3,
  shell: { version: '1.0.0', base: '/shell/1.0.0/', main: ['main.js'], preload: [], files: {} },
  modules: [],
};

describe('signedText', () => {
  it('does not depend on the order of keys, and leaves the signature out', () => {
    const { revision, shell, modules } = registry;
    const other = { modules, signature: { value: 'x', key: 'y' }, shell, revision };
    expect(signedText(other)).toEqual(signedText(registry));
  });

  it('depends on the order of lists and on every value', () => {
    const main = (files: string[]) => ({ ...registry, shell: { ...registry.shell, main: files } });
    expect(signedText(main(['a.js', 'b.js']))).not.toEqual(signedText(main(['b.js', 'a.js'])));
    expect(signedText({ ...registry, revision: 4 })).not.toEqual(signedText(registry));
  });
});

describe('statementText', () => {
  const value = { name: 'jobs' };
  const text = statementText('jobs', value, { revision: 3 });

  it.each([
    ['the name', statementText('weather', value, { revision: 3 })],
    ['the value', statementText('jobs', { name: 'other' }, { revision: 3 })],
    ['the revision', statementText('jobs', value, { revision: 4 })],
    ['the reload', statementText('jobs', value, { revision: 3, reloadBefore: 3 })],
  ])('depends on %s', (_what, other) => {
    expect(other).not.toEqual(text);
  });
});
