import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Registry } from '@dps/contract';
import { newKey } from '../src/store/release-key.ts';
import type { Gate } from '../src/commands/run-command.ts';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn } from './support/commands.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-environments-'));
const { teamAt } = commandsIn(root);
const [staging, production] = [path.join(root, 'staging'), path.join(root, 'production')];
const keys = { staging: newKey(), production: newKey() };
const keysFile = path.join(root, 'staging-keys.json');

const as = (key: keyof typeof keys, store: string) =>
  teamAt(store, { RELEASE_KEY_FILE: undefined, RELEASE_PRIVATE_KEY: keys[key].pem });
const inStaging = as('staging', staging);
const inProduction = as('production', production);
const { expectDone, expectRefused } = inProduction;
const transfer = (line: string) => `${line} --from ${staging} --from-keys ${keysFile}`;
const registryOf = async ({ release }: typeof inStaging): Promise<Registry> =>
  JSON.parse((await release('status --json')).out).registry;
const filesOf = (store: string, folder: string): string[] =>
  readdirSync(path.join(store, folder), { recursive: true, encoding: 'utf8' }).toSorted();

beforeAll(() => {
  for (const version of ['1.0.0', '1.1.0']) buildShell(root, version);
  for (const version of ['1.0.0', '1.1.0', '1.2.0'])
    buildModule(root, 'jobs', version, '^1.0.0', { owner: 'Jobs team' });
  buildModule(root, 'weather', '0.1.0');
  writeFileSync(
    keysFile,
    JSON.stringify([{ name: 'staging', publicKey: keys.staging.key.publicKey, releases: ['*'] }]),
  );
});
beforeEach(async () => {
  for (const store of [staging, production]) rmSync(store, { recursive: true, force: true });
  for (const { release } of [inStaging, inProduction]) {
    await release('publish shell-1.0.0 mfe-jobs-1.0.0');
  }
  await inStaging.release('publish shell-1.1.0 mfe-jobs-1.1.0 mfe-weather-0.1.0');
  await inStaging.release('promote jobs 1.1.0');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('publish --from', () => {
  it('publishes the stable release of staging in production, with the same files', async () => {
    const summary = `publish jobs 1.1.0 from ${staging}`;
    const dry = transfer('publish jobs --dry-run');
    await expectDone(dry, `Would ${summary}. Nothing was changed.`);
    expect(filesOf(production, 'modules/jobs')).not.toContain('1.1.0');
    await expectDone(transfer('publish jobs'), `Done: ${summary}`);
    const folder = 'modules/jobs/1.1.0';
    expect(filesOf(production, folder)).toEqual(filesOf(staging, folder));
    await expectDone('promote jobs 1.1.0', 'Done: promote jobs 1.0.0 → 1.1.0');
    const [before, after] = [await registryOf(inStaging), await registryOf(inProduction)];
    const [jobs] = after.modules;
    expect(jobs).toMatchObject({ stable: '1.1.0', lastGood: '1.0.0', owner: 'Jobs team' });
    expect(jobs?.releases['1.1.0']).toEqual(before.modules[0]?.releases['1.1.0']);
    expect(jobs?.signature?.key).toBe(keys.production.key.id);
    expect((await inProduction.release('verify')).code).toBe(0);
  });

  it('publishes a new module, and the shell', async () => {
    await expectDone(transfer('publish weather'), `Done: publish weather 0.1.0 from ${staging}`);
    await expectRefused(transfer('publish shell@1.1.0'), 'shell 1.1.0 is not active in the store');
    await inStaging.release('promote shell 1.1.0');
    await expectDone(transfer('publish shell'), `Done: publish shell 1.1.0 from ${staging}`);
    await expectDone('promote shell 1.1.0', 'Done: promote shell 1.0.0 → 1.1.0');
    expect((await inProduction.release('verify')).code).toBe(0);
  });

  it('refuses a damaged file and another description', async () => {
    const page = path.join(staging, 'modules/jobs/1.1.0/assets/page.1b1b1b1b.js');
    const description = path.join(staging, 'modules/jobs/1.1.0/release.json');
    const [script, text] = [readFileSync(page), readFileSync(description, 'utf8')];
    writeFileSync(page, 'evil()');
    await expectRefused(transfer('publish jobs'), 'differs from the released file');
    writeFileSync(page, script);
    writeFileSync(description, text.replace('/jobs"', '/other"'));
    await expectRefused(transfer('publish jobs'), 'differs from the signed release');
    writeFileSync(description, text);
    expect((await registryOf(inProduction)).modules[0]?.stable).toBe('1.0.0');
  });

  it('refuses staging without a trusted signature, and an inactive module', async () => {
    await expectRefused(`publish jobs --from ${staging}`, 'which is not trusted here', 3);
    await inStaging.release('retire jobs');
    await expectRefused(transfer('publish jobs'), 'jobs is inactive in the store of --from');
  });

  it('runs the gates with the registry of production', async () => {
    const seen: unknown[] = [];
    const check: Gate['check'] = async ({ build, registry }) => {
      seen.push([build.release.version, registry?.modules[0]?.stable]);
      return ['it is refused.'];
    };
    const { run } = commandsIn(root, [{ name: 'format', check }]);
    const line = `${transfer('publish jobs')} --store ${production}`;
    const key = { RELEASE_KEY_FILE: undefined, RELEASE_PRIVATE_KEY: keys.production.pem };
    expect(await run(line.split(' '), key)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(
        'jobs 1.1.0 is not published:\n  [format] it is refused.\nNothing was changed.',
      ),
    });
    expect(seen).toEqual([['1.1.0', '1.0.0']]);
    expect(filesOf(production, 'modules/jobs')).not.toContain('1.1.0');
  });
});
