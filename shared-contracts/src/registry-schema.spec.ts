import { assert, constantFrom, jsonValue, property } from 'fast-check';
import type { ModuleBuild, ModuleRelease, Registry } from './registry.ts';
import { DamagedDocument, parseRegistry } from './registry-schema.ts';
import { parseModuleBuild, parseRelease, parseShellBuild } from './release-schema.ts';

const INTEGRITY = `sha256-${'A'.repeat(43)}=`;
const release: ModuleRelease = {
  version: '1.0.0',
  container: 'mfe_jobs_1_0_0',
  base: '/modules/jobs/1.0.0/',
  entry: 'assets/remoteEntry.0a1b.js',
  files: { 'assets/remoteEntry.0a1b.js': INTEGRITY },
  contract: '^1.0.0',
  routes: [{ path: '/jobs', title: 'Jobs', access: 'user', chunks: ['assets/remoteEntry.0a1b.js'] }],
  navigation: [{ path: '/jobs', label: 'Jobs', labels: { pilot: 'My Jobs' }, order: 10, icon: 'M0 0h24' }],
  widgets: [],
};
const build: ModuleBuild = { kind: 'module', name: 'jobs', title: 'Jobs', ...release };
const jobs = {
  name: 'jobs',
  title: 'Jobs',
  stable: '1.0.0',
  lastGood: '0.9.0',
  canary: { version: '1.1.0', percent: 5, salt: 's', accounts: [7] },
  releases: { '0.9.0': release, '1.0.0': release, '1.1.0': release },
};
const registry: Registry = {
  revision: 1,
  shell: {
    version: '1.0.0',
    base: '/shell/1.0.0/',
    main: ['main.js'],
    preload: [],
    files: { 'main.js': INTEGRITY },
  },
  modules: [jobs],
};
registry.shellCanary = {
  percent: 1,
  salt: 's',
  accounts: [7],
  shell: registry.shell,
};

const shell = { kind: 'shell', ...registry.shell };

type Path = readonly (string | number)[];

const below = (key: string | number, path: Path): Path => [key, ...path];

/** Returns the paths of all values in a document. */
function pathsIn(value: unknown): Path[] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(typeof value === 'object' && value !== null ? value : {});
  return [[], ...entries.flatMap(([key, each]) => pathsIn(each).map((path) => below(key, path)))];
}

/** Returns a copy of a JSON value with the value at a path replaced. */
function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((each, i) => (i === key ? replaced(each, rest, by) : each));
  const fields: Record<string, unknown> = { ...Object(value) };
  return { ...fields, [key]: replaced(fields[key], rest, by) };
}

/** Formats a path as in error messages: `registry.modules[0].stable`. */
const nameOf = (path: Path): string =>
  `registry${path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')}`;

function errorOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

const parsing = (value: unknown) => () => parseRegistry(JSON.stringify(value) ?? '');

describe('parseRegistry', () => {
  it('returns a registry unchanged', () => {
    expect(parsing(registry)()).toEqual(registry);
  });

  it('accepts fields of later releases', () => {
    const newer = { ...registry, later: 1, shell: { ...registry.shell, later: {} } };
    expect(parsing(newer)()).toEqual(newer);
  });

  it('accepts a registry from before canaries and signatures', () => {
    const { lastGood: _lastGood, canary: _canary, ...older } = jobs;
    expect(parsing({ ...registry, modules: [older] })).not.toThrow();
  });

  it.each(['{"revision": 1, "shell"', '', '<!doctype html>'])('refuses %j, which is not JSON', (json) => {
    expect(() => parseRegistry(json)).toThrow('not valid JSON');
  });

  it('rejects a value of another type at any path, and names the field', () => {
    const places = constantFrom(...pathsIn(registry));
    assert(
      property(places, constantFrom(null, true, -1.5), (place, wrong) => {
        expect(parsing(replaced(registry, place, wrong))).toThrow(`${nameOf(place)} is not `);
      }),
      { numRuns: 500 },
    );
  });

  it('throws only DamagedDocument, for any JSON at any path', () => {
    const places = constantFrom(...pathsIn(registry));
    assert(
      property(places, jsonValue(), (place, value) => {
        const error = errorOf(parsing(replaced(registry, place, value)));
        expect(error === undefined || error instanceof DamagedDocument).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, Path, unknown]>([
    ['a shell of another origin', ['shell', 'base'], 'https://elsewhere.example/'],
    ['files of another host', ['modules', 0, 'releases', '1.0.0', 'base'], '//elsewhere.example/'],
    ['files behind a backslash', ['modules', 0, 'releases', '1.0.0', 'base'], '/\\elsewhere.example/'],
    ['an empty title', ['modules', 0, 'title'], ''],
    ['no entry', ['modules', 0, 'releases', '1.0.0', 'entry'], undefined],
    ['an integrity of another kind', ['shell', 'files', 'main.js'], 'md5-abc'],
    ['a canary of 101 percent', ['modules', 0, 'canary', 'percent'], 101],
    ['a shell for users without an id', ['shellCanary', 'accounts', 0], 0],
    ['a canary without its shell', ['shellCanary', 'shell'], undefined],
    ['a stable version without a release', ['modules', 0, 'stable'], '2.0.0'],
    ['a stable version that every object has', ['modules', 0, 'stable'], 'constructor'],
    ['a last good version without a release', ['modules', 0, 'lastGood'], '2.0.0'],
    ['a canary without a release', ['modules', 0, 'canary', 'version'], '2.0.0'],
  ])('refuses %s', (_what, place, value) => {
    expect(parsing(replaced(registry, place, value))).toThrow(`${nameOf(place)} is not `);
  });
});

describe('parseRelease', () => {
  it.each([build, shell])('parses the output of a build: %#', (document) => {
    expect(parseRelease(JSON.stringify(document))).toEqual(document);
  });

  it('rejects an unknown kind, and a module without a name', () => {
    expect(() => parseRelease(JSON.stringify({ ...build, kind: 'theme' }))).toThrow('release.kind is not');
    expect(() => parseRelease(JSON.stringify({ ...build, name: undefined }))).toThrow('release.name is not');
  });

  it('distinguishes modules and the shell', () => {
    expect(() => parseModuleBuild(JSON.stringify(shell))).toThrow('release.kind is not one of module');
    expect(() => parseShellBuild(JSON.stringify(build))).toThrow('release.kind is not one of shell');
  });
});

describe('parseModuleBuild of a dev server', () => {
  const parseFrom = (base: string) => () =>
    parseModuleBuild(JSON.stringify({ ...build, base }), 'http://localhost:4300');

  it.each(['http://localhost:4300/', 'http://localhost:4300/remote/'])('accepts files below %s', (base) => {
    expect(parseFrom(base)().base).toBe(base);
  });

  it.each(['/remote/', 'http://localhost:43000/', 'http://localhost:4300//elsewhere.example/'])(
    'refuses files below %s',
    (base) => {
      expect(parseFrom(base)).toThrow('release.base is not a folder of http://localhost:4300');
    },
  );
});
