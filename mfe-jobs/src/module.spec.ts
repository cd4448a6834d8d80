import { moduleManifest } from '@dps/contract';
import manifest from '../module.json' with { type: 'json' };
import { texts } from './texts.ts';
import { messagesTexts } from './texts/messages.ts';

Object.assign(globalThis, { __MODULE_NAME__: 'jobs', __MODULE_VERSION__: '1.0.0' });
const { default: definition } = await import('./module.ts');

describe('the module', () => {
  it('[ROUTE-2] has a valid manifest, with its name, its routes and links to them', () => {
    expect(() => moduleManifest.validateSync(manifest, { strict: true })).not.toThrow();
    expect(definition.name).toBe(manifest.name);
    const declared = manifest.routes.map(({ path }) => path);
    expect(definition.routes.map(({ path }) => path)).toEqual(declared);
    for (const { path } of manifest.navigation) expect(declared).toContain(path);
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
      '/messages': [heading(messagesTexts.title, messagesTexts.subtitle)],
      '/browse-jobs': [
        heading(browse.title, browse.subtitle, 'pilot'),
        heading(browse.restrictedTitle, browse.restrictedText, 'client'),
      ],
    });
  });
});
