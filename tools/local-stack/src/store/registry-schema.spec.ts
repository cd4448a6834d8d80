import { moduleBuild, registryOf } from '../../test/support/releases.ts';
import { parseModuleBuild, parseRegistry } from './registry-schema.ts';

const registry = registryOf(['jobs']);
const parsing = (value: unknown) => () => parseRegistry(JSON.stringify(value));
const [jobs] = registry.modules;
const release = jobs?.releases['1.0.0'];

describe('parseRegistry', () => {
  it('takes a registry as it is', () => {
    expect(parseRegistry(JSON.stringify(registry))).toEqual(registry);
  });

  it.each([
    ['text that is cut off', () => parseRegistry('{"revision": 1, "shell"'), 'not valid JSON'],
    ['an empty file', () => parseRegistry(''), 'not valid JSON'],
    ['a page instead', () => parseRegistry('<!doctype html>'), 'not valid JSON'],
    ['nothing', parsing(null), 'Required'],
    ['a list', parsing([]), 'Expected'],
    ['no shell', parsing({ ...registry, shell: undefined }), 'shell'],
    ['a revision that is a text', parsing({ ...registry, revision: '1' }), 'revision'],
    ['modules that are no list', parsing({ ...registry, modules: {} }), 'modules'],
    [
      'a stable version without a release',
      parsing({ ...registry, modules: [{ ...jobs, stable: '2.0.0' }] }),
      'modules[0]: has no release of its stable version',
    ],
    [
      'a release without an entry',
      parsing({
        ...registry,
        modules: [{ ...jobs, releases: { '1.0.0': { ...release, entry: undefined } } }],
      }),
      'entry',
    ],
    [
      'a base that leads elsewhere',
      parsing({ ...registry, shell: { ...registry.shell, base: 'https://elsewhere.example/' } }),
      'shell.base',
    ],
    [
      'an integrity that is none',
      parsing({ ...registry, shell: { ...registry.shell, files: { 'main.js': 'md5-abc' } } }),
      'main.js',
    ],
  ])('names what is wrong with %s', (_what, parse, problem) => {
    expect(parse).toThrow(problem);
  });
});

describe('parseModuleBuild', () => {
  it('takes what a build writes', () => {
    expect(parseModuleBuild(JSON.stringify(moduleBuild('jobs')))).toEqual(moduleBuild('jobs'));
  });

  it('refuses a release without a name', () => {
    expect(() => parseModuleBuild(JSON.stringify({ ...moduleBuild('jobs'), name: undefined }))).toThrow(
      'name',
    );
  });
});
