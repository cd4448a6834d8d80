import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn } from './support/commands.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-prune-'));
const { key, run, teamAt } = commandsIn(root);
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0', '1.7.0', '1.8.0'];
const DAY_MS = 24 * 3_600_000;

beforeAll(async () => {
  await run(['keygen', key]);
  for (const version of ['1.0.0', '1.1.0']) buildShell(root, version);
  for (const version of [...VERSIONS, '1.9.0']) buildModule(root, 'jobs', version);
});
afterAll(() => rmSync(root, { recursive: true }));

/** Dates all files of a folder back. */
function age(folder: string, days: number): void {
  const then = new Date(Date.now() - days * DAY_MS);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(path.join(entry.parentPath, entry.name), then, then);
}

describe('prune', () => {
  it('removes old revisions and the releases that no kept revision names', async () => {
    const pruned = path.join(root, 'pruned');
    const { release, expectDone, expectRefused } = teamAt(pruned);
    await release('publish shell-1.0.0');
    await release(`publish ${VERSIONS.map((version) => `mfe-jobs-${version}`).join(' ')}`);
    for (let change = 0; change < 10; change += 1) {
      await release('promote jobs 1.8.0');
      await release('rollback jobs --to 1.7.0');
    }
    await expectDone('prune', 'There is nothing to remove.');
    age(pruned, 31);
    // Published, and not active: the files are younger than the limit.
    await release('publish shell-1.1.0');

    const plan = (await release('prune --dry-run')).out;
    expect(plan).toMatch(/^revisions\/1\.json\nrevisions\/2\.json\n/);
    expect(plan).toContain('modules/jobs/1.1.0/ (5 files)');
    expect(plan).toMatch(/Would remove \d+ files, [\d.]+ KiB\. Nothing was changed\.$/);
    await expectDone(
      'prune',
      plan.replace('Would remove', 'Done: removed').replace(' Nothing was changed.', '').replace(/\.$/, ''),
    );

    await expectDone('prune --older-than 1d', 'There is nothing to remove.');
    expect((await release('verify')).code).toBe(0);
    await expectRefused('rollback jobs --to 1.1.0', 'modules/jobs/1.1.0 is not published');
    await expectDone('rollback jobs --to 1.4.0', 'Done: rollback jobs 1.7.0 → 1.4.0');
    await expectDone('promote shell 1.1.0', 'Done: promote shell 1.0.0 → 1.1.0');
    await expectDone('rollback shell', 'Done: rollback shell 1.1.0 → 1.0.0');
  });
});

describe('prune and another command', () => {
  const store = path.join(root, 'shared');
  const { release, expectDone, expectRefused } = teamAt(store);
  const write = (file: string) => {
    mkdirSync(path.dirname(path.join(store, file)), { recursive: true });
    writeFileSync(path.join(store, file), '');
  };
  beforeAll(async () => {
    await release('publish shell-1.0.0');
    await release('publish mfe-jobs-1.0.0');
  });

  it('keeps an old release that another command is about to list, and its draft, for a day', async () => {
    write('modules/jobs/0.9.0/release.json');
    age(store, 31);
    write('claims/modules/jobs/0.9.0/another');
    write('drafts/killed');
    await expectDone('prune', 'There is nothing to remove.');
    age(path.join(store, 'claims'), 2);
    age(path.join(store, 'drafts'), 2);
    await expectDone('prune', 'modules/jobs/0.9.0/\ndrafts/killed\nDone: removed 2 files, 0 KiB');
    expect(readdirSync(path.join(store, 'claims/modules/jobs'), { recursive: true })).not.toContain(
      '0.9.0/another',
    );
  });

  it('refuses to list a release while prune runs, for ten minutes', async () => {
    write('claims/prune');
    const why = 'Old releases of';
    await expectRefused('publish mfe-jobs-1.9.0', why, 3);
    await expectRefused('prune', why, 3);
    await expectRefused('prune --older-than 0d', '--older-than', 2);
    age(path.join(store, 'claims'), 1);
    await expectDone('publish mfe-jobs-1.9.0', 'Done: publish jobs 1.9.0');
    await expectDone('prune', 'There is nothing to remove.');
  });
});
