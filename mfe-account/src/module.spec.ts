import { moduleManifest } from '@dps/shared-contracts';
import manifest from '../module.json' with { type: 'json' };
import definition from './module.ts';

describe('the module', () => {
  it('has a manifest that the contract accepts', () => {
    expect(moduleManifest.validateSync(manifest, { strict: true })).toEqual(manifest);
  });

  it('answers exactly the routes of its manifest', () => {
    expect(definition.routes.map(({ path }) => path)).toEqual(manifest.routes.map(({ path }) => path));
  });

  it("has the profile's loading text in its manifest, where the shell reads it before the module loads", () => {
    const profile = manifest.routes.find(({ path }) => path === '/profile');
    expect(profile?.loadingText).toBe('Loading profile...');
  });

  it('keeps who is signed in away from signing in and up, and everybody else away from the profile', () => {
    expect(manifest.routes.map(({ path, access }) => [path, access])).toEqual([
      ['/login', 'guest'],
      ['/signup', 'guest'],
      ['/profile', 'user'],
    ]);
  });
});
