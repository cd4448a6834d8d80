import { array, string } from 'yup';
import type { Registry } from '@dps/contract';
import { nameOf, readBuild, titleOf, type Build } from '../checks/build-folder.ts';
import type { ReleaseContext } from '../registry/change-registry.ts';
import { readSigned } from '../registry/read-registry.ts';
import { SHELL } from '../store/entries.ts';
import type { FolderStore } from '../store/folder-store.ts';
import { RELEASE_COMMAND } from '../store/command-error.ts';
import { LOCAL_RELEASES_FILE } from '../store/release-store.ts';
import { OtherContent, publish, type OwnReleases } from './publish.ts';
import { repair } from './verify.ts';

const folders = array(string().required()).required();

/** Reads the record of the releases that earlier starts published. */
async function readOwn(store: FolderStore): Promise<OwnReleases> {
  const text = await store.readFile(LOCAL_RELEASES_FILE);
  const own = new Set(text === null ? [] : folders.validateSync(JSON.parse(text.toString())));
  return {
    has: (folder) => own.has(folder),
    add: async (folder) => {
      if (own.has(folder)) return;
      own.add(folder);
      await store.replaceFile(LOCAL_RELEASES_FILE, JSON.stringify([...own].toSorted()));
    },
  };
}

/** Returns a line if the product shows another release than this build. */
function differences(build: Build, registry: Registry): string[] {
  const [name, { version }] = [nameOf(build), build.release];
  const module = registry.modules.find((each) => each.name === name);
  const active = name === SHELL ? registry.shell.version : module?.stable;
  if (active === version) return [];
  return [
    `This workspace has ${titleOf(build)}, and the active release is ${active}. To activate the other one: ${RELEASE_COMMAND} promote ${name} ${version}`,
  ];
}

/**
 * Publishes builds without gates to the store of one machine, where they become the stable releases and replace own releases of the same
 * version. Replaces an unusable registry. Changes neither a release of `publish` nor a rollback, a canary or a retired module.
 *
 * @param local the store, the key that signs its registry, the keys of its product, and the author of the changes
 * @param packages folders of the packages, the shell's first
 * @param report receives a line for each build that is not active
 * @returns why the registry was repaired, or undefined
 * @throws CommandError if a package has no complete build
 */
export async function publishLocally(
  local: Pick<ReleaseContext, 'key' | 'keys' | 'by'> & { store: FolderStore },
  packages: readonly string[],
  report: (line: string) => void,
): Promise<string | undefined> {
  let problem: string | undefined;
  const context: ReleaseContext = {
    ...local,
    dryRun: false,
    onUnusable: (found) => void (problem ??= found),
    products: { urls: [], areRequired: false, withinMs: 0 },
    notice: report,
  };
  const builds = await Promise.all(packages.map(readBuild));
  const { registry: valid } = await readSigned(context);
  if (problem !== undefined && valid) await repair(context);
  const own = await readOwn(local.store);
  const published: Build[] = [];
  for (const build of builds)
    try {
      await publish(context, build.folder, { gates: [], report }, { own });
      published.push(build);
    } catch (error) {
      if (!(error instanceof OtherContent)) throw error;
      report(error.message);
    }
  const { registry } = await readSigned(context);
  if (registry) for (const build of published) differences(build, registry).forEach(report);
  return problem;
}
