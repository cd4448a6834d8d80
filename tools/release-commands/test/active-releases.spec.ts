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
  buildShell(root, '1.1.0');
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
    const refused = both.filter(({ code }) => code === 1);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.err).toMatch(
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

describe('a release that is tried and withdrawn', () => {
  it('is the first one of a module', async () => {
    const { release, expectDone, expectRefused } = teamAt(path.join(root, 'first'));
    await release('publish shell-1.0.0');
    await expectDone('publish mfe-weather-1.0.0 --inactive', 'Done: publish weather 1.0.0');
    await expectRefused(
      'canary weather 1.0.0 --percent 5 --watch 5s',
      'weather has no stable release to compare with',
    );
    await expectDone('canary weather 1.0.0 --percent 5', 'Done: canary weather 1.0.0 for 5 of 100 users');
    expect((await release('status')).out).toContain('inactive 1.0.0 · canary 1.0.0 (5 of 100 users)');
    await expectDone('promote weather', 'Done: promote weather inactive → 1.0.0');
    await expectRefused('rollback weather', 'Withdraw the module: retire weather');
    await expectDone('retire weather', 'Done: retire weather 1.0.0');
    // Its route is free, until the module is active again.
    await expectDone('publish mfe-forecast-1.0.0', 'Done: publish forecast 1.0.0');
    await expectDone('promote weather', 'Done: promote weather inactive → 1.0.0');
    expect((await release('verify')).code).toBe(0);
  });

  it('is older than those that the registry lists', async () => {
    const { release, expectDone } = teamAt(path.join(root, 'old'));
    const versions = Array.from({ length: 8 }, (_, minor) => `2.${minor}.0`);
    await release('publish shell-1.0.0');
    for (const version of versions) {
      buildModule(root, 'climate', version);
      await release(`publish mfe-climate-${version}`);
    }
    expect(JSON.parse((await release('status --json')).out).registry.modules[0].releases).not.toHaveProperty([
      '2.1.0',
    ]);
    await expectDone('rollback climate --to 2.1.0', 'Done: rollback climate 2.0.0 → 2.1.0');
    expect((await release('verify')).code).toBe(0);
  });

  it('is one of the shell', async () => {
    const { release, expectDone, expectRefused } = teamAt(path.join(root, 'shell'));
    await release('publish shell-1.0.0');
    await release('publish shell-1.1.0');
    await expectDone('canary shell 1.1.0 --percent 5', 'Done: canary shell 1.1.0 for 5 of 100 users');
    expect((await release('status')).out).toContain('stable 1.0.0 · canary 1.1.0 (5 of 100 users)');
    expect((await release('verify')).out).toContain('2 releases');
    await expectDone('canary shell --percent 0', 'Done: stop canary shell');
    await expectRefused('canary shell 9.9.9 --percent 5', 'shell/9.9.9 is not published');
    await release('canary shell 1.1.0 --percent 5');
    await expectDone('promote shell', 'Done: promote shell 1.0.0 → 1.1.0');
    await expectDone('rollback shell', 'Done: rollback shell 1.1.0 → 1.0.0');
    await expectRefused('retire shell', 'The shell cannot be retired');
  });

  it('is one of the shell for groups', async () => {
    const { release, expectDone, expectRefused } = teamAt(path.join(root, 'shell-groups'));
    await release('publish shell-1.0.0 shell-1.1.0');
    await expectDone(
      'canary shell 1.1.0 --role pilot --accounts 7',
      'Done: canary shell 1.1.0 for 100 of 100 pilots and the accounts 7',
    );
    expect((await release('status')).out).toContain(
      'stable 1.0.0 · canary 1.1.0 (100 of 100 pilots and the accounts 7)',
    );
    expect((await release('verify')).out).toContain('2 releases');
    await expectDone('canary shell --accounts 7,9', 'Done: canary shell 1.1.0 for the accounts 7, 9');
    await expectRefused('canary shell 1.0.0 --accounts 7', 'The shell 1.0.0 is already the stable release.');
    await expectDone('canary shell --percent 0', 'Done: stop canary shell');
    await release('canary shell 1.1.0 --accounts 7');
    await expectDone('promote shell', 'Done: promote shell 1.0.0 → 1.1.0');
    expect(JSON.parse((await release('status --json')).out).registry).not.toHaveProperty('shellCanary');
  });
});
