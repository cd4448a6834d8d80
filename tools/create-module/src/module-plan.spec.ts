import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { templateFiles } from './create-module.ts';
import { planModule } from './module-plan.ts';

/** Has the module `jobs` only, because the modules of this repository may have any name of these tests. */
const workspace = mkdtempSync(path.join(os.tmpdir(), 'dps-plan-'));
const plan = (name: string) => planModule(workspace, name);

function writeJson(file: string, content: object): void {
  mkdirSync(path.join(workspace, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(workspace, file), JSON.stringify(content));
}

beforeAll(() => {
  writeJson('shared-contracts/package.json', { version: '1.1.0', dependencies: { react: '19.3.1' } });
  const route = (at: string) => ({ path: at, title: 'Jobs', access: 'user', page: 'src/JobsPage.tsx' });
  writeJson('mfe-jobs/module.json', {
    name: 'jobs',
    title: 'Jobs',
    contract: '^1.0.0',
    routes: ['/jobs', '/schedule', '/browse-jobs'].map(route),
    navigation: [{ path: '/jobs', label: 'Jobs', order: 50, icon: 'M0 0' }],
    widgets: [],
  });
});
afterAll(() => rmSync(workspace, { recursive: true }));

describe('planModule', () => {
  it.each([
    ['weather', 'Weather', 'WeatherPage', '/weather'],
    ['flight-weather', 'Flight Weather', 'FlightWeatherPage', '/flight-weather'],
    ['d3-maps', 'D3 Maps', 'D3MapsPage', '/d3-maps'],
  ])('derives title, page and path from the name %s', (name, title, page, route) => {
    expect(plan(name)).toMatchObject({ name, title, page, route });
  });

  it('puts the module after the existing navigation items', () => {
    expect(plan('weather').order).toBeGreaterThan(50);
  });

  it.each([
    ['Weather', 'is not a valid module name'],
    ['../weather', 'is not a valid module name'],
    ['shell', 'is not a valid module name'],
    ['jobs', 'The folder mfe-jobs already exists'],
    ['schedule', 'The module jobs already has the path /schedule'],
    ['api', 'The gateway uses the path /api itself. Choose another name for the module.'],
    ['payment-sandbox', 'The gateway uses the path /payment-sandbox itself'],
  ])('rejects the name %s', (name, message) => {
    expect(() => plan(name)).toThrow(message);
  });
});

it('the README of the template lists the contract entries that its sources import', () => {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../template', file), 'utf8');
  const sources = templateFiles().filter((file) => /(?<!\.spec)\.tsx?$/.test(file));
  const imported = sources.flatMap((file) => read(file).match(/(?<=from ')@dps[^']+/g) ?? []);
  const listed = read('README.md').match(/(?<=^\| `)@dps[^`]+/gm) ?? [];
  expect(listed.toSorted()).toEqual([...new Set(imported)].toSorted());
});
