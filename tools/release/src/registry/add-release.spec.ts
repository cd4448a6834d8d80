import { moduleBuild, registryModule, registryOf } from '../store/testing/releases.ts';
import { addRelease } from './add-release.ts';

const versionsOf = (registry: ReturnType<typeof addRelease>, name: string) =>
  Object.keys(registry.modules.find((module) => module.name === name)?.releases ?? {}).toSorted();

describe('addRelease', () => {
  it('lists a release as inactive, and makes the first release of a new module stable', () => {
    const after = addRelease(registryOf(['jobs']), moduleBuild('jobs', '1.1.0'));
    expect(after.modules[0]).toMatchObject({ stable: '1.0.0' });
    expect(versionsOf(after, 'jobs')).toEqual(['1.0.0', '1.1.0']);
    const added = addRelease(after, moduleBuild('weather', '0.1.0')).modules;
    expect(added.map(({ name, stable }) => [name, stable])).toEqual([
      ['jobs', '1.0.0'],
      ['weather', '0.1.0'],
    ]);
    expect(() => addRelease(after, moduleBuild('jobs'))).toThrow('jobs 1.0.0 is already published');
  });

  it('uses title and owner of the newest release, or no owner', () => {
    const build = { ...moduleBuild('jobs', '1.1.0'), owner: 'Surveys', title: 'Work' };
    const owned = addRelease(registryOf(['jobs']), build);
    expect(owned.modules[0]).toMatchObject({ owner: 'Surveys', title: 'Work' });
    expect(owned.modules[0]?.releases['1.1.0']).not.toHaveProperty('owner');
    expect(addRelease(owned, moduleBuild('jobs', '1.2.0')).modules[0]).not.toHaveProperty('owner');
  });

  it('keeps the active releases, and the newest five of the others', () => {
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.10.0', '2.0.0'];
    const module = registryModule('jobs', versions, {
      lastGood: '1.1.0',
      canary: { version: '1.2.0', percent: 5, salt: 's' },
    });
    const after = addRelease(registryOf([module]), moduleBuild('jobs', '2.1.0'));
    const kept = ['1.0.0', '1.1.0', '1.10.0', '1.2.0', '1.4.0', '1.5.0', '2.0.0', '2.1.0'];
    expect(versionsOf(after, 'jobs')).toEqual(kept);
  });
});
