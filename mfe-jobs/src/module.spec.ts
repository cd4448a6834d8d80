import { moduleManifest } from '@dps/contract';
import manifest from '../module.json' with { type: 'json' };
import { texts } from './texts.ts';

Object.assign(globalThis, { __MODULE_NAME__: 'jobs', __MODULE_VERSION__: '1.0.0' });
const { default: definition } = await import('./module.ts');

describe('the module', () => {
  it('has a manifest that the contract accepts', () => {
    expect(() => moduleManifest.validateSync(manifest, { strict: true })).not.toThrow();
  });

  it('has the name of its manifest', () => {
    expect(definition.name).toBe(manifest.name);
  });

  it('[ROUTE-2] defines exactly the routes of its manifest', () => {
    const declared = manifest.routes.map(({ path }) => path);
    expect(definition.routes.map(({ path }) => path)).toEqual(declared);
  });

  it('has the headings of its pages in its manifest', () => {
    const { pilotDashboard, clientDashboard, jobs, schedule, browse } = texts;
    const heading = (title: string, text: string, role?: 'pilot' | 'client') => ({
      ...(role && { role }),
      title,
      text,
    });
    expect(Object.fromEntries(manifest.routes.map(({ path, headings }) => [path, headings]))).toEqual({
      '/': [
        heading(pilotDashboard.title, pilotDashboard.subtitle, 'pilot'),
        heading(clientDashboard.title, clientDashboard.subtitle, 'client'),
      ],
      '/jobs': [
        heading(jobs.pilotTitle, jobs.pilotSubtitle, 'pilot'),
        heading(jobs.clientTitle, jobs.clientSubtitle, 'client'),
      ],
      '/schedule': [heading(schedule.title, schedule.subtitle)],
      '/browse-jobs': [
        heading(browse.title, browse.subtitle, 'pilot'),
        heading(browse.restrictedTitle, browse.restrictedText, 'client'),
      ],
    });
  });

  it('links its navigation to its own routes', () => {
    const declared = manifest.routes.map(({ path }) => path);
    for (const { path } of manifest.navigation) expect(declared).toContain(path);
  });
});
