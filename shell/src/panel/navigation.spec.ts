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
  it("takes the links of all modules in their order, under the role's own label", () => {
    expect(labels(registry, 'pilot')).toEqual(['Dashboard', 'My Jobs', 'Payments']);
  });

  it('leaves out what is not for the role', () => {
    expect(labels(registry, 'client')).toEqual(['Dashboard', 'Jobs']);
  });

  it('takes the stable release alone', () => {
    const { releases: older } = aModule('work', { version: '0.9.0', navigation: [aLink('/old', 'Old')] });
    const module = aModule('work', { navigation: [aLink('/', 'Dashboard')] });
    const both = { ...module, releases: { ...older, ...module.releases } };
    expect(labels(aRegistry(both), 'pilot')).toEqual(['Dashboard']);
  });
});
