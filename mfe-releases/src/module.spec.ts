import { moduleManifest } from '@dps/contract';
import manifest from '../module.json' with { type: 'json' };
import definition from './module.ts';

describe('module.json', () => {
  it('is a valid manifest with the routes and widgets of the module', () => {
    const { routes, widgets } = moduleManifest.validateSync(manifest, { strict: true });
    expect(definition.routes.map(({ path }) => path)).toEqual(routes.map(({ path }) => path));
    expect(Object.keys(definition.widgets ?? {})).toEqual(widgets.map(({ name }) => name));
  });

  it('has no navigation item, because the deployment names the viewers', () => {
    expect(manifest.navigation).toEqual([]);
  });
});
