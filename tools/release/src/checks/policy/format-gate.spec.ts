import { createHash } from 'node:crypto';
import type { ModuleBuild, ModuleNavigation } from '@dps/contract';
import { moduleBuild, registryModule, registryOf } from '../../store/testing/releases.ts';
import { newKey } from '../../store/release-key.ts';
import { formatProblems, unallowedOrigins, scriptsWithoutIntegrity } from './format-gate.ts';

const weather = registryModule('weather', ['1.0.0', '1.1.0'], {
  canary: { version: '1.1.0', percent: 5, salt: 'salt' },
});
weather.releases['1.1.0']?.routes.push(...moduleBuild('alarms').routes);
const registry = registryOf(['jobs', 'notices', weather]);
const notices = moduleBuild('notices', '1.1.0');
const route = (path: string, chunks: string[] = []): ModuleBuild['routes'][number] => ({
  path,
  title: 'Notices',
  access: 'user',
  chunks,
});
const item = (given: Partial<ModuleNavigation>): ModuleNavigation => ({
  path: '/notices',
  label: 'Notices',
  order: 60,
  icon: 'M0 0h24v24z',
  ...given,
});

it.each<[string, Partial<ModuleBuild>]>([
  ['the output of a build', {}],
  ['more routes, and widgets of its own', { routes: [route('/notices/:id')], widgets: ['notices.badge'] }],
  [
    'labels of 24 characters, in any language',
    { navigation: [item({ label: 'Überwachungsaufträge 👩🏽‍🚀é' }), item({ label: 'الإشعارات', order: 1_000 })] },
  ],
  [
    'a prerelease version',
    { version: '2.0.0-rc.1', container: 'mfe_notices_2_0_0$rc_1', base: '/modules/notices/2.0.0-rc.1/' },
  ],
])('accepts %s', (_what, given) => {
  expect(formatProblems({ ...notices, ...given }, registry)).toEqual([]);
});

it.each<[string, Partial<ModuleBuild>, string]>([
  [
    'the name of the shell',
    { name: 'shell', routes: [] },
    '"shell" cannot be the name of a module. A name has 2 to 41 lower-case letters, digits and hyphens, begins with a letter, and is not "shell".',
  ],
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
  [
    'a route of the gateway',
    { routes: [route('/api/forecast')] },
    'Its route /api/forecast never shows a page: the gateway uses this path itself. Choose another path.',
  ],
  ["another module's route", { routes: [route('/jobs')] }, 'Its route /jobs is taken: jobs has /jobs.'],
  [
    "another canary's route",
    { routes: [route('/alarms')] },
    'Its route /alarms is taken: weather has /alarms.',
  ],
  [
    'a version that is not SemVer',
    { version: '1.2', container: 'mfe_notices_1_2', base: '/modules/notices/1.2/' },
    'Its version "1.2" is not SemVer: write MAJOR.MINOR.PATCH, such as 1.2.0 or 1.2.0-rc.1.',
  ],
  [
    'navigation to another module',
    { navigation: [item({ path: '/jobs' })] },
    'Its navigation item /jobs is not the path of one of its routes (/notices).',
  ],
  [
    'a long label',
    { navigation: [item({ label: 'n'.repeat(25) })] },
    `Its navigation label "${'n'.repeat(25)}" has 25 characters, and 24 fit.`,
  ],
  [
    'a label that changes the writing direction, for one role',
    { navigation: [item({ labels: { pilot: '\u202Eseciton' } })] },
    'Its navigation label "\u202Eseciton" contains control characters or marks of the writing direction.',
  ],
  [
    'an invisible label',
    { navigation: [item({ label: '\u200B' })] },
    'Its navigation label "\u200B" has no visible character.',
  ],
  [
    'a tower of accents',
    { navigation: [item({ label: `N${'\u0301'.repeat(200)}` })] },
    `Its navigation label "N${'\u0301'.repeat(200)}" has too many accents.`,
  ],
  [
    'an order beyond all others',
    { navigation: [item({ order: -1 })] },
    'The order of its navigation item /notices is -1; it must be an integer from 0 to 1000.',
  ],
  [
    'an origin with a wildcard',
    { origins: ['https://forecast.example', 'https://*.example'] },
    'Its origins[1] is not valid: Expected origins such as https://forecast.example.',
  ],
  [
    'a heading of two megabytes',
    { routes: [{ ...route('/notices'), headings: [{ title: 'n'.repeat(2 ** 21) }] }] },
    'Its routes[0].headings[0].title must be at most 120 characters.',
  ],
  [
    "another module's widget",
    { widgets: ['jobs.dialog'] },
    `Its widget jobs.dialog has another module's name; start it with "notices.".`,
  ],
])('refuses %s', (_what, given, problem) => {
  expect(formatProblems({ ...notices, ...given }, registry)).toEqual([problem]);
});

it('[ORIGIN-3] names each origin that the deployment does not allow for the module', () => {
  const { publicKey } = newKey().key;
  const allowed = 'https://forecast.example';
  const build = { ...notices, origins: [allowed, 'https://other.example'] };
  const keys = [
    { name: 'notices', publicKey, releases: ['notices'], origins: [allowed] },
    { name: 'tides', publicKey, releases: ['tides'], origins: ['https://other.example'] },
  ];
  expect(unallowedOrigins(build, keys)).toEqual([
    expect.stringMatching(
      /^notices 1\.1\.0 declares https:\/\/other\.example, which the keys of this command do not allow/,
    ),
  ]);
});

const integrity = (content: string, algorithm = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
const withoutIntegrity = (scripts: Record<string, string>) =>
  scriptsWithoutIntegrity(
    'entry.js',
    new Map(Object.entries(scripts).map(([name, text]) => [name, Buffer.from(text)])),
  );

describe('scriptsWithoutIntegrity', () => {
  it('returns none if the entry has all hashes', () => {
    const table = JSON.stringify({ 1: integrity('page'), 2: integrity('dialog', 'sha384') });
    expect(withoutIntegrity({ 'entry.js': table, 'page.js': 'page', 'dialog.js': 'dialog' })).toEqual([]);
  });

  it('returns none if a chunk has the hashes of the scripts that it loads', () => {
    const page = `load("dialog.js", "${integrity('dialog')}")`;
    expect(withoutIntegrity({ 'entry.js': integrity(page), 'page.js': page, 'dialog.js': 'dialog' })).toEqual(
      [],
    );
  });

  it('returns the scripts whose hash is missing', () => {
    expect(
      withoutIntegrity({ 'entry.js': integrity('page'), 'page.js': 'page', 'dialog.js': 'dialog' }),
    ).toEqual(['dialog.js']);
  });
});
