import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseRegistry, type Registry } from '@dps/shared-contracts';
import { messageOf } from '../failure.ts';
import { writeAtomically } from './atomic-write.ts';
import { REGISTRY_FILE, RELEASE_FILE, releaseFolder } from './layout.ts';
import { nextRegistry } from './next-registry.ts';
import { readWorkspaceBuilds, type Build } from './workspace-builds.ts';

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

function registrySoFar(file: string): { registry?: Registry; revision: number; problem?: string } {
  if (!existsSync(file)) return { revision: 0 };
  const text = readFileSync(file, 'utf8');
  try {
    const registry = parseRegistry(text);
    return { registry, revision: registry.revision };
  } catch (error) {
    // The revision must grow even then: open pages compare it with theirs.
    const revision = Number(/"revision"\s*:\s*(\d{1,15})/.exec(text)?.[1] ?? 0);
    return { revision, problem: messageOf(error) };
  }
}

export interface Publication {
  registry: Registry;
  /** What was put into the store now: `modules/jobs/1.0.0`. */
  published: string[];
  /** What was wrong with the registry that was found, when it had to be made anew. */
  repaired?: string;
}

/**
 * Publishes everything that the workspace has built into a store on this machine, and writes its registry.
 *
 * @param workspace the folder of the workspace
 * @param store the folder of the store; made when missing
 * @throws StackFailure that names a package without a complete build
 */
export function publishWorkspace(workspace: string, store: string): Publication {
  const { shell, modules } = readWorkspaceBuilds(workspace);
  mkdirSync(store, { recursive: true });
  const published = [shell, ...modules]
    .filter((build) => place(build, store))
    .map(({ release }) => release.base.replace(/^\/|\/$/g, ''));
  const file = join(store, REGISTRY_FILE);
  const { registry: before, revision, problem } = registrySoFar(file);
  const registry = nextRegistry(
    before,
    revision,
    shell.release,
    modules.map(({ release }) => release),
  );
  if (registry !== before) writeAtomically(file, `${JSON.stringify(registry, null, 2)}\n`);
  return { registry, published, ...(problem === undefined ? {} : { repaired: problem }) };
}
