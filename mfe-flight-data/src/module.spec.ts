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

  it('provides exactly the widgets of its manifest', () => {
    expect(Object.keys(definition.widgets ?? {})).toEqual(manifest.widgets.map(({ name }) => name));
  });

  it('leads pilots alone to the page by its navigation', () => {
    expect(manifest.navigation.map(({ path, roles }) => [path, roles])).toEqual([
      ['/flight-data', ['pilot']],
    ]);
  });
});
