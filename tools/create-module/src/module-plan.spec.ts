import { fileURLToPath } from 'node:url';
import { moduleManifest } from '@dps/shared-contracts';
import { moduleFiles } from './module-files.ts';
import { planModule } from './module-plan.ts';

const WORKSPACE = fileURLToPath(new URL('../../..', import.meta.url));
const plan = (name: string) => planModule(WORKSPACE, name);

describe('planModule', () => {
  it.each([
    ['weather', 'Weather', 'WeatherPage', '/weather'],
    ['flight-weather', 'Flight Weather', 'FlightWeatherPage', '/flight-weather'],
    ['d3-maps', 'D3 Maps', 'D3MapsPage', '/d3-maps'],
  ])('of %s', (name, title, page, route) => {
    expect(plan(name)).toMatchObject({ name, title, page, route });
  });

  it('stands after everything else in the navigation', () => {
    expect(plan('weather').order).toBeGreaterThan(50);
  });

  it.each([
    ['Weather', 'cannot be the name of a module'],
    ['weather station', 'cannot be the name of a module'],
    ['../weather', 'cannot be the name of a module'],
    ['w', 'cannot be the name of a module'],
    ['shell', 'cannot be the name of a module'],
    ['jobs', 'There is a folder mfe-jobs already'],
    ['schedule', 'The module jobs answers /schedule already'],
    ['browse-jobs', 'The module jobs answers /browse-jobs already'],
  ])('refuses %s', (name, message) => {
    expect(() => plan(name)).toThrow(message);
  });
});

describe('moduleFiles', () => {
  it('holds a manifest that the contract accepts', () => {
    const manifest: unknown = JSON.parse(moduleFiles(plan('flight-weather'))['module.json'] ?? '');
    expect(moduleManifest.validateSync(manifest, { strict: true })).toMatchObject({ name: 'flight-weather' });
  });

  it('says in its README which entries of the contract it takes, as its sources have it', () => {
    const files = moduleFiles(plan('flight-weather'));
    const sources = Object.keys(files).filter((file) => /(?<!\.spec)\.tsx?$/.test(file));
    const taken = sources.flatMap((file) => (files[file] ?? '').match(/(?<=from ')@dps[^']+/g) ?? []);
    const told = files['README.md']?.match(/(?<=^\| `)@dps[^`]+/gm) ?? [];
    expect(told.toSorted()).toEqual([...new Set(taken)].toSorted());
  });
});
