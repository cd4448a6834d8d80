import { integrityOf } from '@dps/release/store/integrity';
import { registryOf, SHELL_FILES, moduleFiles } from '@dps/release/store/testing/releases';
import { shellDocument } from './shell-document.ts';

const OUTLINES = {
  style: '.bar{}',
  user: '<h1>{{title}}</h1>',
  guest: '<h1>{{title}}</h1>',
  public: '<h1>{{title}}</h1>',
  checking: '<p>{{loading}}</p>',
};

const deployment = {
  demoAccounts: [],
  payments: { publishableKey: 'pk_test_sandbox', sandboxScript: '/payment-sandbox/stripe.js' },
};

const documentOf = (pathname: string, registry = registryOf(['jobs', 'payments'])) =>
  shellDocument({
    registry,
    deployment,
    outlines: OUTLINES,
    pathname,
    cookies: '',
    nonce: 'n0nce+/=',
    stripe: false,
  });

const tags = (html: string, start: string): string[] =>
  html.split('\n').filter((line) => line.startsWith(start));

function jsonOf(html: string, id: string): unknown {
  const [, json] = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html) ?? [];
  return JSON.parse(json ?? 'null');
}

describe('shellDocument', () => {
  it('loads the shell’s scripts with their integrity', () => {
    expect(tags(documentOf('/'), '<script src')).toEqual([
      '<script src="/shell/1.0.0/assets/main.0a0a0a0a.js" defer data-shell crossorigin="anonymous" ' +
        `integrity="${integrityOf(SHELL_FILES['assets/main.0a0a0a0a.js'])}" nonce="n0nce+/="></script>`,
    ]);
  });

  it('gives a preload the same attributes as the script, so that the browser fetches it once', () => {
    const entry = tags(documentOf('/jobs'), '<link rel="preload"').find((tag) => tag.includes('remoteEntry'));
    const integrity = integrityOf(moduleFiles('jobs')['assets/remoteEntry.1a1a1a1a.js']);
    expect(entry).toContain(`crossorigin="anonymous" integrity="${integrity}" nonce="n0nce+/="`);
  });

  it('has the page’s title, the registry and the deployment', () => {
    expect(documentOf('/nowhere')).toContain('<title>Drone Pilot Surveys</title>');
    const html = documentOf('/jobs');
    expect(html).toContain('<title>Page of jobs – Drone Pilot Surveys</title>');
    expect(jsonOf(html, 'registry')).toMatchObject({
      revision: 1,
      modules: [{ name: 'jobs' }, { name: 'payments' }],
    });
    expect(jsonOf(html, 'deployment')).toEqual(deployment);
  });

  it('escapes release texts in elements and attributes', () => {
    const registry = registryOf(['jobs']);
    const [jobs] = registry.modules;
    const release = jobs?.releases['1.0.0'];
    if (release?.routes[0]) release.routes[0].title = '</title><script>alert(1)</script>';
    const html = documentOf('/jobs', registry);
    expect(html).not.toContain('<script>alert(1)');
    expect(html).not.toContain('</title><');
    expect(jsonOf(html, 'registry')).toMatchObject({
      modules: [{ releases: { '1.0.0': { routes: [{ title: '</title><script>alert(1)</script>' }] } } }],
    });
  });

  it('puts the nonce on every executable script and style', () => {
    const html = documentOf('/jobs');
    const running = html.match(/<(script|style)\b(?! type="application\/json")[^>]*>/g) ?? [];
    expect(running.length).toBeGreaterThan(2);
    expect(running.filter((tag) => !tag.includes('nonce="n0nce+/="'))).toEqual([]);
  });
});
