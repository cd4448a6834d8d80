import { runInNewContext } from 'node:vm';
import {
  PENDING_SIGN_OUT_KEY,
  ROLE_COOKIE,
  SESSION_COOKIE,
  type RegistryRoute,
  type RouteHeading,
} from '@dps/contract';
import { registryOf } from '@dps/release/store/testing/releases';
import { OUTLINE_SCRIPT, OUTLINE_STYLE, pageOutline } from './outline.ts';

const sessionOf = (role: string) => `${ROLE_COOKIE}=${role}; ${SESSION_COOKIE}=token`;
const PILOT = sessionOf('pilot');
const HEADINGS: RouteHeading[] = [
  { role: 'client', title: 'Posted Jobs' },
  { role: 'pilot', title: 'My Jobs', text: 'Every job that you have accepted' },
];

/** Returns the outline of `/jobs`, a page for signed-in users with a heading for each role. */
function outlineOf(cookies: string, change: Partial<RegistryRoute> = {}): string {
  const registry = registryOf(['jobs']);
  const route = registry.modules[0]?.releases['1.0.0']?.routes[0];
  if (!route) throw new Error('The release has no route');
  Object.assign(route, { access: 'user', headings: HEADINGS, ...change });
  return pageOutline(registry, '/jobs', cookies);
}

describe('pageOutline', () => {
  it('[PERF-1] shows the heading of the role to a signed-in user, in the frame', () => {
    const html = outlineOf(PILOT);
    expect(html).toContain('<h1>My Jobs</h1><p>Every job that you have accepted<br>Loading...</p>');
    expect(html).toContain('outline-panel');
    expect(outlineOf(sessionOf('client'))).toContain('<h1>Posted Jobs</h1><p>Loading...</p>');
  });

  it.each([
    ['a page for signed-in users without a session', '', {}],
    ['a page for signed-in users after a sign-out', `${ROLE_COOKIE}=pilot`, {}],
    ['a page for guests with a session', PILOT, { access: 'guest' as const }],
    ['a page of a release without headings', PILOT, { headings: [] }],
    ['a role without a heading', sessionOf('<b>'), {}],
  ])('[PERF-2] shows only that it loads for %s', (_case, cookies, change) => {
    const html = outlineOf(cookies, change);
    expect(html).not.toContain('<h1>');
    expect(html).toContain('<div class="outline-check">Loading...</div>');
  });

  it('shows the heading of a page for guests without the side panel', () => {
    const html = outlineOf('', { access: 'guest', headings: [{ title: 'Sign in to your account' }] });
    expect(html).toContain('<h1>Sign in to your account</h1>');
    expect(html).not.toContain('outline-panel');
  });

  it('shows the heading of a page for all users to visitors without, and to users in the frame', () => {
    const change = { access: 'public' as const, headings: [{ title: 'Drone surveys', text: 'For all' }] };
    const heading = '<h1>Drone surveys</h1><p>For all<br>Loading...</p>';
    expect(outlineOf('', change)).toContain(`<div class="outline-lead">${heading}</div>`);
    expect(outlineOf('', change)).not.toContain('outline-panel');
    expect(outlineOf(PILOT, change)).toContain(heading);
    expect(outlineOf(PILOT, change)).toContain('outline-panel');
  });

  it('shows the loading text of the route', () => {
    expect(outlineOf('', { loadingText: 'Loading jobs...' })).toContain('Loading jobs...');
  });

  it('[PERF-5] is hidden from screen readers and without JavaScript, and has nothing to focus', () => {
    const html = outlineOf(PILOT);
    expect(html).toMatch(/^<div class="outline" aria-hidden="true">/);
    expect(html).not.toMatch(/<(a|button|input)\b/);
    expect(OUTLINE_STYLE).toContain('@media (scripting:none){.outline{display:none}}');
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
    expect([...root].some((name) => OUTLINE_STYLE.includes(`[${name}] .outline{visibility:hidden}`))).toBe(
      hidden,
    );
  });

  it('escapes the texts of a release', () => {
    const title = '</div><script>alert(1)</script>';
    expect(outlineOf('', { access: 'guest', headings: [{ title, text: title }] })).not.toContain('<script>');
  });
});
