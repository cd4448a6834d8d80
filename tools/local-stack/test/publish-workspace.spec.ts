import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '@dps/release/command';
import { newKey } from '@dps/release/store/release-key';
import { dataLayout } from '../src/product/data-layout.ts';
import { publishWorkspace } from '../src/product/publish-workspace.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'dps-local-keys-'));
const layout = dataLayout(dataDir);
const publish = () => publishWorkspace(layout, () => undefined);
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Runs a command on the local store with the key of a team. */
async function release(line: string, privateKey: string): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const write = (each: string) => void lines.push(each);
  const code = await runCommand(line.split(' '), {
    environment: { DATA_DIR: dataDir, RELEASE_PRIVATE_KEY: privateKey },
    gates: [],
    write,
    writeError: write,
  });
  return { code, text: lines.join('\n') };
}

describe('the keys of the local product', () => {
  it('are created with the local key for all releases', async () => {
    const { keys } = await publish();
    const [own] = JSON.parse(readFileSync(layout.keys, 'utf8'));
    expect(own).toMatchObject({ name: 'npm start', releases: ['*'] });
    expect(keys).toContainEqual(own);
    expect(statSync(layout.releaseKey).mode & 0o077).toBe(0);
  });

  it('include those of teams, which release their modules with the same file', async () => {
    const team = newKey();
    const own: object[] = JSON.parse(readFileSync(layout.keys, 'utf8'));
    const added = { name: 'jobs', publicKey: team.key.publicKey, releases: ['jobs'] };
    writeFileSync(layout.keys, JSON.stringify([...own, added]));
    expect(await release('retire jobs', team.pem)).toEqual({
      code: 0,
      text: expect.stringContaining('retire jobs'),
    });
    expect(await release('retire payments', team.pem)).toMatchObject({ code: 1 });
    expect((await publish()).keys).toContainEqual(added);
    expect((await release('status', team.pem)).text).toMatch(/^ {2}jobs +inactive/m);
  });

  it('stop the start with advice if the file is damaged', async () => {
    writeFileSync(layout.keys, '[{}]');
    await expect(publish()).rejects.toThrow(/keys\.json is not usable .* Correct it, or remove it/);
  });
});
