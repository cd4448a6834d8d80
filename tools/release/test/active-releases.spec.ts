import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { moduleBuild } from '../src/store/testing/releases.ts';
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
  buildShell(root, '2.0.0', '2.0.0');
  buildModule(root, 'forecast', '1.0.0');
  buildModule(root, 'weather', '1.0.0');
  buildModule(root, 'weather', '1.1.0', '^1.0.0', { routes });
  buildModule(root, 'climate', '1.0.0', '^1.0.0', { routes });
});
afterAll(() => rmSync(root, { recursive: true }));

const TAKEN = 'weather 1.1.0: Its route /forecast is taken: forecast has /forecast.\nNothing was changed.';

// These commands run without gates, as if another team had taken the route after them.
describe('two active modules with one route', () => {
  it('are refused by canary, promote and rollback', async () => {
    const { release, expectDone, expectRefused } = teamAt(path.join(root, 'later'));
    await release('publish shell-1.0.0 mfe-weather-1.0.0 mfe-weather-1.1.0');
    await expectDone('publish mfe-forecast-1.0.0', 'Done: publish forecast 1.0.0');
    await expectRefused('canary weather 1.1.0 --percent 5', TAKEN);
    await expectRefused('promote weather 1.1.0', TAKEN);
    await expectRefused('rollback weather --to 1.1.0', TAKEN);
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
    await expectRefused('rollback weather', 'or withdraw the module: retire weather');
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
    for (const version of versions) buildModule(root, 'climate', version);
    await release(`publish ${versions.map((version) => `mfe-climate-${version}`).join(' ')}`);
    const [climate] = JSON.parse((await release('status --json')).out).registry.modules;
    expect(climate.releases).not.toHaveProperty(['2.1.0']);
    await expectDone('rollback climate --to 2.1.0', 'Done: rollback climate 2.0.0 → 2.1.0');
    expect((await release('verify')).code).toBe(0);
  });

  it('is one of the shell, where every module fits it', async () => {
    const { release, expectDone, expectRefused } = teamAt(path.join(root, 'shell'));
    await release('publish shell-1.0.0 shell-1.1.0 shell-2.0.0 mfe-weather-1.0.0');
    await expectDone('canary shell 1.1.0 --percent 5', 'Done: canary shell 1.1.0 for 5 of 100 users');
    expect((await release('status')).out).toContain('stable 1.0.0 · canary 1.1.0 (5 of 100 users)');
    const users = '10 of 100 users and the accounts 7';
    await expectDone('canary shell --percent 10 --accounts 7', `Done: canary shell 1.1.0 for ${users}`);
    expect((await release('status')).out).toContain(`stable 1.0.0 · canary 1.1.0 (${users})`);
    expect((await release('verify')).out).toContain('3 releases');
    await expectDone('canary shell --percent 0', 'Done: stop canary shell');
    await expectRefused('canary shell 9.9.9 --percent 5', 'shell/9.9.9 is not published');
    await release('canary shell 1.1.0 --percent 5');
    await expectDone('promote shell', 'Done: promote shell 1.0.0 → 1.1.0');
    await expectRefused(
      'promote shell 2.0.0',
      'needs the contract ^1.0.0, and the shell 2.0.0 provides 2.0.0',
    );
    await expectDone('rollback shell', 'Done: rollback shell 1.1.0 → 1.0.0');
    await expectRefused('retire shell', 'The shell cannot be retired');
    const first = teamAt(path.join(root, 'latest'));
    await first.expectRefused('publish shell-latest', 'shell: Its version "latest" is not SemVer');
  });
});
