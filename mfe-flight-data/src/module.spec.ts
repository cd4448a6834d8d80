import { moduleManifest } from '@dps/contract';
import manifest from '../module.json' with { type: 'json' };
import definition from './module.ts';

describe('the module', () => {
  it('[ROUTE-3] has a valid manifest with its routes and widgets', () => {
    expect(moduleManifest.validateSync(manifest, { strict: true })).toEqual(manifest);
    expect(definition.routes.map(({ path }) => path)).toEqual(manifest.routes.map(({ path }) => path));
    expect(Object.keys(definition.widgets ?? {})).toEqual(manifest.widgets.map(({ name }) => name));
  });

  it('shows its navigation item to pilots only', () => {
    const items = manifest.navigation.map(({ path, roles }) => [path, roles]);
    expect(items).toEqual([['/flight-data', ['pilot']]]);
  });
});
