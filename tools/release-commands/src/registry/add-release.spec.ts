import { moduleBuild, registryModule, registryOf } from '@dps/release-store/testing/releases';
import { addRelease } from './add-release.ts';

const versionsOf = (registry: ReturnType<typeof addRelease>, name: string) =>
  Object.keys(registry.modules.find((module) => module.name === name)?.releases ?? {}).toSorted();

describe('addRelease', () => {
  it('lists a release as inactive', () => {
    const after = addRelease(registryOf(['jobs']), moduleBuild('jobs', '1.1.0'));
    expect(after.modules[0]).toMatchObject({ stable: '1.0.0' });
    expect(versionsOf(after, 'jobs')).toEqual(['1.0.0', '1.1.0']);
  });

  it('makes the first release of a new module stable', () => {
    const after = addRelease(registryOf(['jobs']), moduleBuild('weather', '0.1.0'));
    expect(after.modules.map(({ name, stable }) => [name, stable])).toEqual([
      ['jobs', '1.0.0'],
      ['weather', '0.1.0'],
    ]);
  });

  it('uses the owner of the newest release, or none', () => {
    const owned = addRelease(registryOf(['jobs']), { ...moduleBuild('jobs', '1.1.0'), owner: 'Surveys' });
    expect(owned.modules[0]?.owner).toBe('Surveys');
    expect(owned.modules[0]?.releases['1.1.0']).not.toHaveProperty('owner');
    expect(addRelease(owned, moduleBuild('jobs', '1.2.0')).modules[0]).not.toHaveProperty('owner');
  });

  it('uses the title of the newest release', () => {
    const build = { ...moduleBuild('jobs', '1.1.0'), title: 'Work' };
    expect(addRelease(registryOf(['jobs']), build).modules[0]?.title).toBe('Work');
  });

  it('refuses a listed version', () => {
    const add = () => addRelease(registryOf(['jobs']), moduleBuild('jobs'));
    expect(add).toThrow('jobs 1.0.0 is already published');
  });

  it('keeps the active releases, and the newest five of the others', () => {
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.10.0', '2.0.0'];
    const module = registryModule('jobs', versions, {
      lastGood: '1.1.0',
      canary: { version: '1.2.0', percent: 5, salt: 's' },
    });
    const after = addRelease(registryOf([module]), moduleBuild('jobs', '2.1.0'));
    expect(versionsOf(after, 'jobs')).toEqual([
      '1.0.0',
      '1.1.0',
      '1.10.0',
      '1.2.0',
      '1.4.0',
      '1.5.0',
      '2.0.0',
      '2.1.0',
    ]);
  });
});
