import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Preview } from '@dps/contract';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn } from './support/commands.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-previews-'));
const { key, run, teamAt } = commandsIn(root);
const store = path.join(root, 'store');
const { release, expectDone, expectRefused } = teamAt(store);
const DAY_MS = 24 * 3_600_000;
const LATER = ['1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0', '1.7.0'];

const statusOf = async () => JSON.parse((await release('status --json')).out);
const previews = async (): Promise<Preview[]> => (await statusOf()).registry.modules[0].previews ?? [];

beforeAll(async () => {
  await run(['keygen', key]);
  buildShell(root, '1.0.0');
  for (const version of ['1.0.0', '1.1.0-pr.7', '1.1.0-pr.8', ...LATER]) buildModule(root, 'jobs', version);
});
beforeEach(async () => {
  rmSync(store, { recursive: true, force: true });
  await release('publish shell-1.0.0 mfe-jobs-1.0.0 mfe-jobs-1.1.0-pr.7 mfe-jobs-1.1.0-pr.8');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('preview', () => {
  it('prints an address, and ends with --end', async () => {
    const { out } = await release('preview jobs 1.1.0-pr.7 --json');
    const [preview] = await previews();
    expect(JSON.parse(out)).toMatchObject({ ...preview, addresses: [`?preview=${preview?.id}`] });
    expect((preview?.expires ?? 0) - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
    expect(preview?.id).toMatch(/^[\da-f-]{36}$/);
    expect((await release('status')).out).toContain('stable 1.0.0 · previews 1.1.0-pr.7');
    expect((await release('verify')).code).toBe(0);
    await expectDone('preview jobs 1.1.0-pr.7 --end', 'Done: end preview jobs 1.1.0-pr.7');
    await expectRefused('preview jobs --end', 'jobs has no preview');
    expect(await previews()).toEqual([]);
  });

  it('has one link for each version, and all end with the module', async () => {
    for (const version of ['1.1.0-pr.7', '1.1.0-pr.8', '1.1.0-pr.8'])
      await release(`preview jobs ${version} --expires 30d`);
    expect((await previews()).map(({ version }) => version)).toEqual(['1.1.0-pr.7', '1.1.0-pr.8']);
    await expectDone('retire jobs', 'Done: retire jobs 1.0.0');
    expect(await previews()).toEqual([]);
  });

  it('keeps its release in the registry after newer ones', async () => {
    await release('preview jobs 1.1.0-pr.7');
    await release(`publish ${LATER.map((version) => `mfe-jobs-${version}`).join(' ')}`);
    const { registry } = await statusOf();
    const listed = Object.keys(registry.modules[0].releases);
    expect(listed).toContain('1.1.0-pr.7');
    expect(listed).not.toContain('1.1.0-pr.8');
  });

  it('is refused without a published version, and for the wrong time', async () => {
    await expectRefused('preview jobs 9.0.0', 'modules/jobs/9.0.0 is not published');
    await expectRefused('preview jobs 1.1.0-pr.7 --expires 1h', '--expires takes a number of days', 2);
    await expectRefused('preview jobs 1.1.0-pr.7 --expires 31d', '--expires takes at most 30d', 2);
    await expectRefused('preview shell 1.0.0', 'The shell has no previews');
    await expectRefused('preview jobs 1.1.0-pr.7 --end', 'jobs 1.1.0-pr.7 has no preview');
    expect((await statusOf()).registry.revision).toBe(4);
  });
});
