import { moduleManifest } from '@dps/contract';
import manifest from '../module.json' with { type: 'json' };
import definition from './module.ts';
import { texts as profileTexts } from './texts/profile.ts';
import { texts as securityTexts } from './texts/security.ts';
import { texts } from './texts.ts';
import { texts as welcomeTexts } from './texts/welcome.ts';

describe('the module', () => {
  it('[PROFILE-3] has a valid manifest with its routes, and the loading text of the profile', () => {
    expect(moduleManifest.validateSync(manifest, { strict: true })).toEqual(manifest);
    expect(definition.routes.map(({ path }) => path)).toEqual(manifest.routes.map(({ path }) => path));
    const profile = manifest.routes.find(({ path }) => path === '/profile');
    expect(profile?.loadingText).toBe('Loading profile...');
  });

  it('has the headings of its pages in its manifest', () => {
    const { login, signup } = texts;
    const { profile } = profileTexts;
    expect(manifest.routes.flatMap(({ headings }) => (headings ? [headings] : []))).toEqual([
      [{ title: login.title, text: login.welcome }],
      [{ title: signup.title, text: signup.intro }],
      [{ title: welcomeTexts.title, text: welcomeTexts.intro }],
      [{ title: profile.title, text: profile.subtitle }],
      [{ title: securityTexts.title, text: securityTexts.subtitle }],
    ]);
  });

  it('[ROUTE-1, WELCOME-1] restricts login and signup to guests, and opens the welcome page and those of mailed links and privacy to all', () => {
    expect(manifest.routes.map(({ path, access }) => [path, access])).toEqual([
      ['/login', 'guest'],
      ['/signup', 'guest'],
      ['/welcome', 'public'],
      ['/forgot-password', 'public'],
      ['/reset-password', 'public'],
      ['/restore-account', 'public'],
      ['/confirm-email', 'public'],
      ['/profile', 'user'],
      ['/security', 'user'],
      ['/mail', 'user'],
      ['/your-data', 'user'],
      ['/privacy', 'public'],
    ]);
  });
});
