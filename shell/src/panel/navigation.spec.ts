import { readFileSync } from 'node:fs';
import path from 'node:path';
import { moduleManifest } from '@dps/contract';
import { panelLinks } from './navigation.ts';
import { aLink, aModule, aRegistry } from '../testing/registry.ts';

const registry = aRegistry(
  aModule('money', { navigation: [aLink('/payments', 'Payments', { order: 50, roles: ['pilot'] })] }),
  aModule('work', {
    navigation: [
      aLink('/jobs', 'Jobs', { order: 20, labels: { pilot: 'My Jobs', client: undefined } }),
      aLink('/', 'Dashboard', { order: 10 }),
    ],
  }),
);
const labels = (...given: Parameters<typeof panelLinks>) => panelLinks(...given).map(({ label }) => label);

describe('panelLinks', () => {
  it("returns the links of all modules for a role in their order, with the role's label", () => {
    expect(labels(registry, 'pilot')).toEqual(['Dashboard', 'My Jobs', 'Payments']);
    expect(labels(registry, 'client')).toEqual(['Dashboard', 'Jobs']);
  });

  it('uses only the stable release', () => {
    const { releases: older } = aModule('work', { version: '0.9.0', navigation: [aLink('/old', 'Old')] });
    const module = aModule('work', { navigation: [aLink('/', 'Dashboard')] });
    const both = { ...module, releases: { ...older, ...module.releases } };
    expect(labels(aRegistry(both), 'pilot')).toEqual(['Dashboard']);
  });
});

describe('the panel with the modules of the product', () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const modules = ['mfe-account', 'mfe-flight-data', 'mfe-jobs', 'mfe-payments'].map((folder) => {
    const manifest: unknown = JSON.parse(readFileSync(path.join(root, folder, 'module.json'), 'utf8'));
    const { name, navigation } = moduleManifest.validateSync(manifest, { strict: true });
    return aModule(name, { navigation });
  });
  const links = (role: 'pilot' | 'client') =>
    panelLinks(aRegistry(...modules), role).map(({ label, path: address }) => `${label} ${address}`);

  it('[FRAME-9, FRAME-10] links a pilot to six pages, and a client to three', () => {
    expect(links('pilot')).toEqual([
      'Dashboard /',
      'My Jobs /jobs',
      'Schedule /schedule',
      'Browse Jobs /browse-jobs',
      'Flight Data /flight-data',
      'Payments /payments',
    ]);
    expect(links('client')).toEqual(['Dashboard /', 'Jobs /jobs', 'Schedule /schedule']);
  });
});
