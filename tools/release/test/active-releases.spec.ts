import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { moduleBuild } from '@dps/release-store/testing/releases';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn } from './support/commands.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-active-'));
const { key, run, teamAt } = commandsIn(root);
const { routes } = moduleBuild('forecast');

beforeAll(async () => {
  await run(['keygen', key]);
  buildShell(root, '1.0.0');
  buildShell(root, 'latest');
  buildModule(root, 'forecast', '1.0.0');
  buildModule(root, 'weather', '1.0.0');
  buildModule(root, 'weather', '1.1.0', '^1.0.0', { routes });
  buildModule(root, 'climate', '1.0.0', '^1.0.0', { routes });
  const navigation = [{ path: '/jobs', label: 'Weather', order: 1, icon: 'M0 0' }];
  buildModule(root, 'weather', '1.2.0', '^1.0.0', { navigation });
});
afterAll(() => rmSync(root, { recursive: true }));

const TAKEN = 'weather 1.1.0: Its route /forecast is taken: forecast has /forecast.\nNothing was changed.';

// These commands run without gates, as if another team had taken the route after them.
describe('two active modules with one route', () => {
  it('are refused by canary, promote and rollback', async () => {
    const { release, expectDone, expectRefused } = teamAt(path.join(root, 'later'));
    for (const each of ['shell-1.0.0', 'mfe-weather-1.0.0', 'mfe-weather-1.1.0'])
      await release(`publish ${each}`);
    await release('promote weather 1.1.0');
    await release('rollback weather');
    await expectDone('publish mfe-forecast-1.0.0', 'Done: publish forecast 1.0.0');
    await expectRefused('canary weather 1.1.0 --percent 5', TAKEN);
    await expectRefused('promote weather 1.1.0', TAKEN);
    await expectRefused('rollback weather --to 1.1.0', TAKEN);
    await expectRefused('rollback weather --to 1.1.0 --dry-run', TAKEN);
  });

  it('are refused by publish, for an inactive release too', async () => {
    const { release, expectRefused } = teamAt(path.join(root, 'sooner'));
    for (const each of ['shell-1.0.0', 'mfe-weather-1.0.0', 'mfe-forecast-1.0.0'])
      await release(`publish ${each}`);
    await expectRefused('publish mfe-weather-1.1.0', 'weather 1.1.0: Its route /forecast is taken');
  });

  it('are refused if two teams publish at once', async () => {
    const { release } = teamAt(path.join(root, 'at-once'));
    await release('publish shell-1.0.0');
    const both = await Promise.all(
      ['forecast', 'climate'].map((name) => release(`publish mfe-${name}-1.0.0`)),
    );
    expect(both.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(both.map(({ err }) => err).join('')).toMatch(
      /Its route \/forecast is taken: .*\nThe files of .* are in the store\. The registry is unchanged\.$/,
    );
  });
});

it('publish refuses navigation to another module, and a version that is not SemVer', async () => {
  const { release, expectRefused } = teamAt(path.join(root, 'others'));
  await expectRefused('publish shell-latest', 'shell: Its version "latest" is not SemVer');
  await release('publish shell-1.0.0');
  await expectRefused(
    'publish mfe-weather-1.2.0',
    'Its navigation item /jobs is not the path of one of its routes',
  );
});
