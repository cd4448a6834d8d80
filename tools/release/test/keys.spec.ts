import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseRegistry, type Registry } from '@dps/contract';
import { newKey } from '../src/store/release-key.ts';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn } from './support/commands.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-keys-'));
const { teamAt } = commandsIn(root);
const store = path.join(root, 'store');
const keysFile = path.join(root, 'keys.json');
const teams = { platform: newKey(), jobs: newKey(), weather: newKey(), nextJobs: newKey() };
type Team = keyof typeof teams;
interface DeployedKey {
  team: Team;
  releases: string[];
  revoked?: boolean;
}
const PLATFORM: DeployedKey = { team: 'platform', releases: ['shell'] };
const JOBS: DeployedKey = { team: 'jobs', releases: ['jobs'] };
const NEXT_JOBS: DeployedKey = { team: 'nextJobs', releases: ['jobs'] };
const WEATHER: DeployedKey = { team: 'weather', releases: ['weather'] };

/** Writes the keys of the deployment. */
function deploy(...keys: DeployedKey[]): void {
  const lines = keys.map(({ team, releases, revoked = false }) => {
    const { publicKey } = teams[team].key;
    return { name: team, publicKey, releases, revoked };
  });
  writeFileSync(keysFile, JSON.stringify(lines));
}

const as = (team: Team) =>
  teamAt(store, {
    RELEASE_KEY_FILE: undefined,
    RELEASE_PRIVATE_KEY: teams[team].pem,
    RELEASE_KEYS_FILE: keysFile,
  });

const fileOf = (revision: number) => path.join(store, `revisions/${revision}.json`);
const stored = (revision: number): Registry => parseRegistry(readFileSync(fileOf(revision), 'utf8'));
const write = (registry: Registry) => writeFileSync(fileOf(registry.revision), JSON.stringify(registry));
const signers = ({ shellSignature, modules }: Registry) => [
  shellSignature?.key,
  ...modules.map(({ signature }) => signature?.key),
];
const id = (team: Team) => teams[team].key.id;

beforeAll(() => {
  for (const version of ['1.0.0', '1.1.0']) buildShell(root, version);
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) buildModule(root, 'jobs', version);
  for (const version of ['1.0.0', '1.1.0'])
    buildModule(root, 'weather', version, '^1.0.0', { owner: 'Weather team' });
});
beforeEach(async () => {
  rmSync(store, { recursive: true, force: true });
  deploy(PLATFORM, JOBS, WEATHER);
  await as('platform').release('publish shell-1.0.0');
  await as('jobs').release('publish mfe-jobs-1.0.0 mfe-jobs-1.1.0');
  await as('jobs').release('promote jobs 1.1.0');
  await as('weather').expectDone('publish mfe-weather-1.0.0', 'Done: publish weather 1.0.0');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('a key of a team', () => {
  it('signs the changed entry only, and the status names the owner', async () => {
    expect(signers(stored(5))).toEqual([id('platform'), id('jobs'), id('weather')]);
    const { out } = await as('jobs').release('status');
    expect(out).toMatch(/^ {2}weather +stable 1\.0\.0 · owner Weather team$/m);
    expect(out).toMatch(/^ {2}\d+ {2}\S+ {2}ada \(Weather team\) {2}publish weather 1\.0\.0$/m);
    expect(out).toMatch(/^ {2}\d+ {2}\S+ {2}ada {2}promote jobs 1\.0\.0 → 1\.1\.0$/m);
  });

  it('is refused for another team by every command, and uploads nothing that would occupy a version', async () => {
    const refused = `The key ${id('weather')} may not release jobs.`;
    for (const line of [
      'publish mfe-jobs-1.2.0',
      'publish mfe-jobs-1.2.0 --dry-run',
      'canary jobs 1.0.0 --percent 5',
      'promote jobs 1.0.0',
      'rollback jobs',
      'retire jobs',
      'sign jobs',
    ])
      await as('weather').expectRefused(line, refused);
    const shell = `The key ${id('weather')} may not release shell.`;
    await as('weather').expectRefused('publish shell-1.1.0', shell);
    expect((await as('weather').release('status')).out).toContain('Revision 5');
    for (const folder of ['modules/jobs/1.2.0', 'shell/1.1.0'])
      expect(existsSync(path.join(store, folder))).toBe(false);
    await as('jobs').expectDone('publish mfe-jobs-1.2.0', 'Done: publish jobs 1.2.0');
  });

  it('is replaced by a new one without a release', async () => {
    deploy(PLATFORM, JOBS, NEXT_JOBS, WEATHER);
    await as('nextJobs').expectDone('sign jobs', 'Done: sign jobs');
    deploy(PLATFORM, NEXT_JOBS, WEATHER);
    expect((await as('weather').release('verify')).out).toContain('Verified: revision 6');
    expect(signers(stored(6))).toEqual([id('platform'), id('nextJobs'), id('weather')]);
    await as('jobs').expectRefused('rollback jobs', `The key ${id('jobs')} may not release jobs.`);
    await as('nextJobs').expectDone('rollback jobs', 'Done: rollback jobs 1.1.0 → 1.0.0');
  });

  it('releases nothing after its revocation, and stops no other team', async () => {
    deploy(PLATFORM, { ...JOBS, revoked: true }, NEXT_JOBS, WEATHER);
    await as('jobs').expectRefused('publish mfe-jobs-1.2.0', 'may not release jobs');
    await as('platform').expectRefused('verify', `jobs is signed with key ${id('jobs')}, which is revoked`);
    expect((await as('weather').release('publish mfe-weather-1.1.0')).out).toBe(
      'Done: publish weather 1.1.0',
    );
    await as('nextJobs').release('publish mfe-jobs-1.2.0');
    expect((await as('nextJobs').release('verify')).out).toContain('all intact');
    expect(stored(7).modules[0]).toMatchObject({ name: 'jobs', stable: '1.2.0' });
  });
});

describe('the registry', () => {
  it.each<[string, (registry: Registry) => Registry, string]>([
    [
      'an older statement',
      ({ modules, ...rest }) => ({
        ...rest,
        modules: modules.map((module) =>
          module.name === 'jobs' ? (stored(2).modules[0] ?? module) : module,
        ),
      }),
      'jobs is older than in an earlier revision',
    ],
    [
      'a changed entry',
      ({ modules, ...rest }) => ({ ...rest, modules: modules.map((each) => ({ ...each, stable: '1.0.0' })) }),
      `jobs is signed with key ${id('jobs')}, which is not trusted here, or was changed afterwards`,
    ],
  ])('is not accepted with %s, and is repaired', async (_case, change, problem) => {
    write({ ...change(stored(5)), revision: 6 });
    await as('weather').expectRefused('status', problem, 3);
    await as('weather').release('verify --repair');
    expect((await as('weather').release('verify')).out).toContain('Verified: revision 7');
    expect(stored(7).modules[0]).toMatchObject({ stable: '1.1.0' });
  });
});
