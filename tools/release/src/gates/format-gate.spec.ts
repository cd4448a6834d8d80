import type { ModuleBuild } from '@dps/shared-contracts';
import { moduleBuild, registryModule, registryOf } from '../../test/support/releases.ts';
import { formatProblems } from './format-gate.ts';

const registry = registryOf(registryModule('jobs', ['1.0.0']), registryModule('notices', ['1.0.0']));
const notices = moduleBuild('notices', '1.1.0');
const route = (path: string, chunks: string[] = []): ModuleBuild['routes'][number] => ({
  path,
  title: 'Notices',
  access: 'user',
  chunks,
});

it.each<[string, Partial<ModuleBuild>]>([
  ['what a build writes', {}],
  ['more routes, and widgets of its own', { routes: [route('/notices/:id')], widgets: ['notices.badge'] }],
  [
    'a version that is tried out',
    { version: '2.0.0-rc.1', container: 'mfe_notices_2_0_0_rc_1', base: '/modules/notices/2.0.0-rc.1/' },
  ],
])('%s is a release', (_what, given) => {
  expect(formatProblems({ ...notices, ...given }, registry)).toEqual([]);
});

it.each<[string, Partial<ModuleBuild>, string]>([
  ['the name of the shell', { name: 'shell', routes: [] }, '"shell" cannot be the name of a module.'],
  [
    'a container without its version',
    { container: 'mfe_notices' },
    'Its container is mfe_notices; name it mfe_notices_1_1_0.',
  ],
  [
    "another module's place",
    { base: '/modules/jobs/1.0.1/' },
    'Its files are to be at /modules/jobs/1.0.1/; a release of it is at /modules/notices/1.1.0/.',
  ],
  [
    'an entry for which nobody vouches',
    { entry: 'assets/other.js' },
    "assets/other.js is needed, and has no integrity among the release's files.",
  ],
  [
    'a chunk for which nobody vouches',
    { routes: [route('/notices', ['assets/other.js'])] },
    "assets/other.js is needed, and has no integrity among the release's files.",
  ],
  [
    'a file outside its folder',
    { files: { ...notices.files, 'assets/../../../registry.json': 'sha256-0' } },
    'assets/../../../registry.json cannot be the name of a file of a release.',
  ],
  ["another module's route", { routes: [route('/jobs')] }, 'Its route /jobs is taken: jobs answers /jobs.'],
  ['a route for everything', { routes: [route('/:page')] }, 'Its route /:page is taken: jobs answers /jobs.'],
  [
    "another module's widget",
    { widgets: ['jobs.dialog'] },
    `Its widget jobs.dialog carries another module's name; begin it with "notices.".`,
  ],
])('%s is refused', (_what, given, problem) => {
  expect(formatProblems({ ...notices, ...given }, registry)).toEqual([problem]);
});
