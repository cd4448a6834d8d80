import manifest from '../module.json' with { type: 'json' };
import { moduleManifest } from '@dps/contract';
import module from './module.ts';

describe('module.json', () => {
  it('[ROUTE-4] is a valid manifest with the routes and widgets of the module', () => {
    expect(moduleManifest.validateSync(manifest, { strict: true })).toEqual(manifest);
    expect(module.routes.map(({ path }) => path)).toEqual(manifest.routes.map(({ path }) => path));
    expect(Object.keys(module.widgets ?? {})).toEqual(manifest.widgets.map(({ name }) => name));
  });

  it('shows its navigation item to pilots only', () => {
    expect(manifest.navigation.map(({ path, roles }) => [path, roles])).toEqual([['/payments', ['pilot']]]);
  });
});
