import { moduleManifest } from '@dps/contract';
import manifest from '../module.json' with { type: 'json' };
import definition from './module.ts';

describe('the module', () => {
  it('has a valid manifest', () => {
    expect(moduleManifest.validateSync(manifest, { strict: true })).toEqual(manifest);
  });

  it('[ROUTE-3] has the routes of its manifest', () => {
    expect(definition.routes.map(({ path }) => path)).toEqual(manifest.routes.map(({ path }) => path));
  });

  it('has the widgets of its manifest', () => {
    expect(Object.keys(definition.widgets ?? {})).toEqual(manifest.widgets.map(({ name }) => name));
  });

  it('shows its navigation item to pilots only', () => {
    expect(manifest.navigation.map(({ path, roles }) => [path, roles])).toEqual([
      ['/flight-data', ['pilot']],
    ]);
  });
});
