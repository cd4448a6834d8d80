import { moduleManifest } from '@dps/contract';
import manifest from '../module.json' with { type: 'json' };
import definition from './module.ts';

describe('module.json', () => {
  it('is a valid manifest', () => {
    expect(moduleManifest.validateSync(manifest, { strict: true })).toEqual(manifest);
  });

  it('lists the routes and widgets of the module', () => {
    const { routes, widgets } = moduleManifest.validateSync(manifest);
    expect(definition.routes.map(({ path }) => path)).toEqual(routes.map(({ path }) => path));
    expect(Object.keys(definition.widgets ?? {})).toEqual(widgets.map(({ name }) => name));
  });
});
