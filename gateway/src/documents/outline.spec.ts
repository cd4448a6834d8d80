import { runInNewContext } from 'node:vm';
import {
  OUTLINE_FILE,
  PENDING_SIGN_OUT_KEY,
  ROLE_COOKIE,
  SESSION_COOKIE,
  type RegistryRoute,
  type RouteHeading,
} from '@dps/contract';
import { integrityOf } from '@dps/release/store/integrity';
import { registryOf, shellRelease } from '@dps/release/store/testing/releases';
import { OUTLINE_SCRIPT, outlineReader, pageOutline } from './outline.ts';

const sessionOf = (role: string) => `${ROLE_COOKIE}=${role}; ${SESSION_COOKIE}=token`;
const PILOT = sessionOf('pilot');
const HEADINGS: RouteHeading[] = [
  { role: 'client', title: 'Posted Jobs' },
  { role: 'pilot', title: 'My Jobs', text: 'Every job that you have accepted' },
];
const kind = (name: string) => `${name}: <h1>{{title}}</h1><p>{{text}}</p>`;
const OUTLINES = {
  style: '.bar{height:56px}',
  user: kind('user'),
  guest: kind('guest'),
  public: kind('public'),
  checking: '<p>{{loading}}</p>',
};

/** Returns the outline of `/jobs`, a page for signed-in users with a heading for each role. */
function outlineOf(cookies: string, change: Partial<RegistryRoute> = {}) {
  const registry = registryOf(['jobs']);
  const route = registry.modules[0]?.releases['1.0.0']?.routes[0];
  if (!route) throw new Error('The release has no route');
  Object.assign(route, { access: 'user', headings: HEADINGS, ...change });
  return pageOutline(OUTLINES, registry, '/jobs', cookies);
}

describe('pageOutline', () => {
  it('[PERF-1] shows the heading of the role to a signed-in user, in the frame', () => {
    expect(outlineOf(PILOT).markup).toContain(
      'user: <h1>My Jobs</h1><p>Every job that you have accepted</p>',
    );
    expect(outlineOf(sessionOf('client')).markup).toContain('<h1>Posted Jobs</h1><p></p>');
  });

  it.each([
    ['a page for signed-in users without a session', '', {}],
    ['a page for signed-in users after a sign-out', `${ROLE_COOKIE}=pilot`, {}],
    ['a page for guests with a session', PILOT, { access: 'guest' as const }],
    ['a page of a release without headings', PILOT, { headings: [] }],
    ['a role without a heading', sessionOf('<b>'), {}],
  ])('[PERF-2] shows only that it loads for %s', (_case, cookies, change) => {
    const { markup } = outlineOf(cookies, change);
    expect(markup).not.toContain('<h1>');
    expect(markup).toContain('<p>Loading...</p>');
  });

  it('shows the headings of pages for guests and of public pages, and users the latter in their frame', () => {
    const headings = [{ title: 'Drone surveys', text: 'For all' }];
    const heading = '<h1>Drone surveys</h1><p>For all</p>';
    expect(outlineOf('', { access: 'guest', headings }).markup).toContain(`guest: ${heading}`);
    expect(outlineOf('', { access: 'public', headings }).markup).toContain(`public: ${heading}`);
    expect(outlineOf(PILOT, { access: 'public', headings }).markup).toContain(`user: ${heading}`);
  });

  it('shows the loading text of the route', () => {
    expect(outlineOf('', { loadingText: 'Loading jobs...' }).markup).toContain('Loading jobs...');
  });

  it('[PERF-5] is hidden from screen readers and without JavaScript, and has nothing to focus', () => {
    const { markup, style } = outlineOf(PILOT);
    expect(markup).toMatch(/^<div id="outline" inert aria-hidden="true">/);
    expect(style).toContain('@media (scripting:none){#outline{display:none}}');
  });

  it.each([
    ['[PERF-3] is hidden while a sign-out has not reached the server', '1', true],
    ['is visible otherwise', null, false],
  ])('%s', (_case, stored, hidden) => {
    const root = new Set<string>();
    runInNewContext(OUTLINE_SCRIPT, {
      localStorage: { getItem: (key: string) => (key === PENDING_SIGN_OUT_KEY ? stored : null) },
      document: { documentElement: { setAttribute: (name: string) => void root.add(name) } },
    });
    const { style } = outlineOf(PILOT);
    expect([...root].some((name) => style.includes(`[${name}] #outline{visibility:hidden}`))).toBe(hidden);
  });

  it('escapes the texts of a release', () => {
    const title = '</div><script>alert(1)</script>{{text}}';
    const { markup } = outlineOf('', { access: 'guest', headings: [{ title, text: title }] });
    expect(markup).not.toContain('<script>');
    expect(markup.match(/alert/g)).toHaveLength(2);
  });
});

describe('outlineReader', () => {
  const content = JSON.stringify(OUTLINES);
  const shell = { ...shellRelease(), files: { [OUTLINE_FILE]: integrityOf(content) } };
  let lines: string[];
  let reads: string[];
  beforeEach(() => {
    [lines, reads] = [[], []];
  });
  const readerOf = (stored: string | null) =>
    outlineReader(
      async (path) => {
        reads.push(path);
        return stored === null ? null : Buffer.from(stored);
      },
      (line) => lines.push(line),
    );

  it('reads the outlines of a release once', async () => {
    const read = readerOf(content);
    expect([await read(shell), await read(shell), reads]).toEqual([
      OUTLINES,
      OUTLINES,
      ['shell/1.0.0/outline.json'],
    ]);
  });

  it.each([
    ['missing', null],
    ['not the released ones', content.replace('56px', '999px')],
  ])('returns none if they are %s, and writes a line to the log', async (_case, stored) => {
    expect(await readerOf(stored)(shell)).toBeUndefined();
    expect(lines).toHaveLength(1);
  });

  it('returns none for a release without outlines', async () => {
    expect(await readerOf(content)(shellRelease())).toBeUndefined();
    expect([lines, reads]).toEqual([[], []]);
  });
});
