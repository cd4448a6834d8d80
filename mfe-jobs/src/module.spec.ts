import { moduleManifest } from '@dps/contract';
import manifest from '../module.json' with { type: 'json' };

Object.assign(globalThis, { __MODULE_NAME__: 'jobs', __MODULE_VERSION__: '1.0.0' });
const { default: definition } = await import('./module.ts');

describe('the module', () => {
  it('has a manifest that the contract accepts', () => {
    expect(() => moduleManifest.validateSync(manifest, { strict: true })).not.toThrow();
  });

  it('has the name of its manifest', () => {
    expect(definition.name).toBe(manifest.name);
  });

  it('defines exactly the routes of its manifest', () => {
    const declared = manifest.routes.map(({ path }) => path);
    expect(definition.routes.map(({ path }) => path)).toEqual(declared);
  });

  it('links its navigation to its own routes', () => {
    const declared = manifest.routes.map(({ path }) => path);
    for (const { path } of manifest.navigation) expect(declared).toContain(path);
  });
});
