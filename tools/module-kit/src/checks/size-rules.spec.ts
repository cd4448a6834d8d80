import type { ModuleRelease, ShellRelease } from '@dps/contract';
import { sizeRules } from './size-rules.ts';

const KIB = 1024;
const jobs: ModuleRelease = {
  version: '1.0.0',
  container: 'mfe_jobs_1_0_0',
  base: '/modules/jobs/1.0.0/',
  entry: 'entry.js',
  files: { 'entry.js': '', 'list.js': '', 'plan.js': '', 'dialog.js': '', 'module.json': '' },
  contract: '^1.0.0',
  routes: [
    { path: '/jobs', title: 'Jobs', access: 'user', chunks: ['entry.js', 'list.js'] },
    { path: '/plan', title: 'Plan', access: 'user', chunks: ['plan.js'] },
  ],
  navigation: [],
  widgets: [],
};
const shell: ShellRelease = {
  version: '1.0.0',
  base: '/shell/1.0.0/',
  main: ['main.js'],
  preload: ['core.js'],
  frame: ['core.js', 'frame.js'],
  files: { 'main.js': '', 'core.js': '', 'frame.js': '', 'toasts.js': '' },
};

interface Given {
  release?: ModuleRelease | ShellRelease;
  stated?: { first?: number };
}

/** Returns the violations of a release; `sizes` are the sizes of its scripts in KiB. */
function violations(sizes: Record<string, number>, { release = jobs, stated }: Given = {}) {
  return sizeRules({
    release,
    stated,
    bytesOf: new Map(Object.entries(sizes).map(([file, size]) => [file, size * KIB])),
    sourcesOf: (files) =>
      new Map([
        ['own sources', 2 * KIB],
        ['formik', files.size * 10 * KIB],
      ]),
  });
}

const problems = (...given: Parameters<typeof violations>) =>
  violations(...given).map(({ problem }) => problem);

describe('the budget of a module', () => {
  it('accepts a release of exactly the budget, and counts a repeated entry once', () => {
    expect(problems({ 'entry.js': 5, 'list.js': 25, 'plan.js': 25, 'dialog.js': 35 })).toEqual([]);
  });

  it('limits the entry and the chunks of each page, and not what loads later', () => {
    expect(problems({ 'entry.js': 5, 'list.js': 25.1, 'plan.js': 1, 'dialog.js': 500 })).toEqual([
      '/jobs: 30.1 KiB of scripts first, over its budget of 30 KiB',
    ]);
  });

  it('is the smaller budget of module.json', () => {
    expect(problems({ 'entry.js': 5, 'list.js': 5, 'plan.js': 1 }, { stated: { first: 9 } })).toEqual([
      '/jobs: 10.0 KiB of scripts first, over its budget of 9 KiB',
    ]);
  });

  it('is not increased by module.json', () => {
    const stated = { first: 40 };
    expect(problems({ 'entry.js': 35 }, { stated })).toEqual([
      'module.json states a budget "first" of 40 KiB, and the platform allows 30 KiB',
      '/jobs: 35.0 KiB of scripts first, over its budget of 30 KiB',
      '/plan: 35.0 KiB of scripts first, over its budget of 30 KiB',
    ]);
  });

  it('reports the largest files and packages', () => {
    const [violation] = violations({ 'entry.js': 5, 'list.js': 26 });
    expect(violation?.advice).toContain('Largest files: list.js 26.0 KiB, entry.js 5.0 KiB.');
    expect(violation?.advice).toContain(
      'Largest packages (source size): formik 20.0 KiB, own sources 2.0 KiB.',
    );
  });
});

describe('the budget of the shell', () => {
  it('limits the first load of each kind of screen', () => {
    const most = { 'main.js': 22, 'core.js': 148, 'frame.js': 58, 'toasts.js': 500 };
    expect(problems(most, { release: shell })).toEqual([]);
    expect(
      problems({ 'main.js': 23, 'core.js': 148, 'frame.js': 58, 'toasts.js': 44 }, { release: shell }),
    ).toEqual([
      'every screen: 171.0 KiB of scripts first, over its budget of 170 KiB',
      'screens of signed-in users: 229.0 KiB of scripts first, over its budget of 228 KiB',
    ]);
  });
});
