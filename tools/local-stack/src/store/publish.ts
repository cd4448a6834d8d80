import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FolderStore } from '@dps/release-store/folder-store';
import { addHistory } from '@dps/release-store/history';
import { signRegistry, type ReleaseKey } from '@dps/release-store/release-key';
import { isSigned, parseRegistry, type Registry } from '@dps/shared-contracts';
import { messageOf, StackFailure } from '../failure.ts';
import { RELEASE_FILE, releaseFolder } from './layout.ts';
import { nextRegistry } from './next-registry.ts';
import { readWorkspaceBuilds, type Build, type WorkspaceBuilds } from './workspace-builds.ts';

interface Released {
  base: string;
  files: Record<string, string>;
}

function sameFile(one: string, other: string): boolean {
  const size = statSync(one, { throwIfNoEntry: false })?.size;
  return size !== undefined && size === statSync(other, { throwIfNoEntry: false })?.size;
}

/** The release's own document has the integrity of every file, so it tells one build from another. */
function isPublished({ dist, release }: Build<Released>, folder: string): boolean {
  const published = join(folder, RELEASE_FILE);
  return (
    existsSync(published) &&
    readFileSync(published, 'utf8') === readFileSync(join(dist, RELEASE_FILE), 'utf8') &&
    Object.keys(release.files).every((file) => sameFile(join(dist, file), join(folder, file)))
  );
}

/**
 * Puts a build in its place. A release is immutable once it is out; what is built from a working tree is none yet and
 * keeps its version while it changes, so here the same version replaces its folder.
 */
function place(build: Build<Released>, store: string): boolean {
  const folder = releaseFolder(store, build.release.base);
  if (isPublished(build, folder)) return false;
  const draft = `${folder}.new`;
  const old = `${folder}.old`;
  for (const leftover of [draft, old]) rmSync(leftover, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  cpSync(build.dist, draft, { recursive: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(draft, folder);
  rmSync(old, { recursive: true, force: true });
  return true;
}

interface SoFar {
  registry?: Registry;
  revision: number;
  /** What tells this state of the registry from later ones. */
  mark: string | null;
  problem?: string;
}

/** Pages that are open compare revisions, so that they must grow even where the registry cannot be read. */
const REVISION = /"revision"\s*:\s*(\d{1,15})/;

async function registrySoFar(store: FolderStore, key: ReleaseKey): Promise<SoFar> {
  const stored = await store.readRegistry();
  if (!stored) return { revision: 0, mark: null };
  const { text, mark } = stored;
  try {
    const registry = parseRegistry(text);
    const vouchedFor = registry.signature === undefined || (await isSigned(registry, [key.publicKey]));
    if (!vouchedFor) throw new Error('its signature is not that of the local key');
    return { registry, revision: registry.revision, mark };
  } catch (error) {
    return { revision: Number(REVISION.exec(text)?.[1] ?? 0), mark, problem: messageOf(error) };
  }
}

export interface Publication {
  registry: Registry;
  /** What was put into the store now: `modules/jobs/1.0.0`. */
  published: string[];
  /** What was wrong with the registry that was found, when it had to be put right. */
  repaired?: string;
}

/** Writes the registry with these builds, signed. Returns the one that then stands. */
async function writeRegistry(
  store: FolderStore,
  key: ReleaseKey,
  builds: WorkspaceBuilds,
): Promise<Omit<Publication, 'published'>> {
  const { registry: before, revision, mark, problem } = await registrySoFar(store, key);
  const { shell, modules } = builds;
  const next = nextRegistry(
    before,
    revision,
    shell.release,
    modules.map(({ release }) => release),
  );
  if (before?.signature && next === before) {
    const restored = await store.restore();
    return { registry: before, ...(restored && { repaired: 'it was not the one that was written last' }) };
  }
  const registry = signRegistry({ ...next, revision: revision + 1 }, key);
  const text = `${JSON.stringify(registry, null, 2)}\n`;
  if (!(await store.replaceRegistry(text, registry.revision, mark)))
    throw new StackFailure(`Somebody else released into ${store.address} in this moment. Start again.`);
  await addHistory(store, {
    revision: registry.revision,
    by: 'npm start',
    key: key.id,
    summary: 'publish this workspace',
  });
  return { registry, ...(problem !== undefined && { repaired: problem }) };
}

/**
 * Publishes everything that the workspace has built into a store on this machine, and writes its registry.
 *
 * @param workspace the folder of the workspace
 * @param folder the store's; made when missing
 * @param key signs the registry
 * @throws StackFailure that names a package without a complete build
 */
export async function publishWorkspace(
  workspace: string,
  folder: string,
  key: ReleaseKey,
): Promise<Publication> {
  const builds = readWorkspaceBuilds(workspace);
  mkdirSync(folder, { recursive: true });
  const published = [builds.shell, ...builds.modules]
    .filter((build) => place(build, folder))
    .map(({ release }) => release.base.replace(/^\/|\/$/g, ''));
  return { published, ...(await writeRegistry(new FolderStore(folder), key, builds)) };
}
