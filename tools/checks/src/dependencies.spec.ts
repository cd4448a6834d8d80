import { dependencyFaults } from './dependencies.ts';

const sound = { version: '1.0.0', integrity: 'sha512-abc=', license: 'MIT' };
const faults = (entry: object) =>
  dependencyFaults({ '': {}, 'node_modules/left': entry }, new Set(['decided']));

describe('dependencyFaults', () => {
  it.each([
    ['a package with a hash and a licence', sound],
    ['a package of the workspace', { resolved: 'shell', link: true }],
    ['a licence with an alternative', { ...sound, license: '(GPL-2.0 OR MIT)' }],
    ['a tool with any licence', { ...sound, license: 'GPL-3.0', dev: true }],
    ['a binary of another platform', { version: '1.0.0', optional: true }],
  ])('accepts %s', (_what, entry) => {
    expect(faults(entry)).toEqual([]);
  });

  it.each([
    [
      'a package from elsewhere',
      { ...sound, resolved: 'git+ssh://example.org/left.git' },
      'expected the registry',
    ],
    ['a package without a hash', { version: '1.0.0', license: 'MIT' }, 'has no SHA-512 integrity hash'],
    ['a weak hash', { ...sound, integrity: 'sha1-abc=' }, 'has no SHA-512 integrity hash'],
    ['a licence that is not accepted', { ...sound, license: 'MIT AND GPL-2.0' }, 'is not accepted'],
    ['a missing licence', { ...sound, license: undefined }, 'the licence undefined is not accepted'],
    ['an unknown install script', { ...sound, hasInstallScript: true }, 'has an install script'],
  ])('reports %s', (_what, entry, fault) => {
    expect(faults(entry)).toEqual([expect.stringContaining(fault)]);
  });

  it('accepts an install script that was decided on', () => {
    const entry = { ...sound, hasInstallScript: true };
    expect(dependencyFaults({ 'node_modules/decided': entry }, new Set(['decided']))).toEqual([]);
  });
});
