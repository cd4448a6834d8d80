import type { ModuleBuild } from '@dps/shared-contracts';
import { moduleBuild, registryOf } from '@dps/release-store/testing/releases';
import { formatProblems } from './format-gate.ts';

const registry = registryOf(['jobs', 'notices']);
const notices = moduleBuild('notices', '1.1.0');
const route = (path: string, chunks: string[] = []): ModuleBuild['routes'][number] => ({
  path,
  title: 'Notices',
  access: 'user',
  chunks,
});

it.each<[string, Partial<ModuleBuild>]>([
  ['the output of a build', {}],
  ['more routes, and widgets of its own', { routes: [route('/notices/:id')], widgets: ['notices.badge'] }],
  [
    'a prerelease version',
    { version: '2.0.0-rc.1', container: 'mfe_notices_2_0_0_rc_1', base: '/modules/notices/2.0.0-rc.1/' },
  ],
])('accepts %s', (_what, given) => {
  expect(formatProblems({ ...notices, ...given }, registry)).toEqual([]);
});

it.each<[string, Partial<ModuleBuild>, string]>([
  ['the name of the shell', { name: 'shell', routes: [] }, '"shell" cannot be the name of a module.'],
  [
    'a container without its version',
    { container: 'mfe_notices' },
    'Its container is mfe_notices; it must be mfe_notices_1_1_0.',
  ],
  [
    "another module's place",
    { base: '/modules/jobs/1.0.1/' },
    'Its base is /modules/jobs/1.0.1/; it must be /modules/notices/1.1.0/.',
  ],
  [
    'an entry without an integrity hash',
    { entry: 'assets/other.js' },
    "assets/other.js has no integrity hash in the release's files.",
  ],
  [
    'a chunk without an integrity hash',
    { routes: [route('/notices', ['assets/other.js'])] },
    "assets/other.js has no integrity hash in the release's files.",
  ],
  [
    'a file outside its folder',
    { files: { ...notices.files, 'assets/../../../registry.json': 'sha256-0' } },
    'assets/../../../registry.json is not a valid file name in a release.',
  ],
  ["another module's route", { routes: [route('/jobs')] }, 'Its route /jobs is taken: jobs has /jobs.'],
  ['a catch-all route', { routes: [route('/:page')] }, 'Its route /:page is taken: jobs has /jobs.'],
  [
    "another module's widget",
    { widgets: ['jobs.dialog'] },
    `Its widget jobs.dialog has another module's name; start it with "notices.".`,
  ],
])('refuses %s', (_what, given, problem) => {
  expect(formatProblems({ ...notices, ...given }, registry)).toEqual([problem]);
});
