import { entriesOf } from '../store/entries.ts';
import { releasesIn, type ModuleRelease, type ShellRelease } from '@dps/contract';
import { RELEASE_COMMAND, CommandError } from '../store/command-error.ts';
import { emptyText, type ReleaseStore } from '../store/release-store.ts';
import { folderOf } from '../checks/build-folder.ts';
import { damageText, findDamage } from './stored-release.ts';
import { contractMismatches } from '../registry/contract-range.ts';
import { changeRegistry, type ReleaseContext } from '../registry/change-registry.ts';
import { readSigned, type ReadContext } from '../registry/read-registry.ts';
import { notCompared, servedBy, servedProblems } from '../registry/served-registry.ts';

/** Returns a sentence for each damaged file of the releases, and how to restore them. */
async function damagedFiles(
  store: ReleaseStore,
  releases: readonly (ModuleRelease | ShellRelease)[],
): Promise<string[]> {
  const lines: string[] = [];
  const titles: string[] = [];
  for (const release of releases) {
    const damage = await findDamage(store, release);
    lines.push(...damage.map(damageText));
    if (damage.length > 0) titles.push(folderOf({ release }).split('/').slice(-2).join(' '));
  }
  if (titles.length === 0) return [];
  const advice = `To restore the files, publish the identical build of ${titles.join(' and ')}: ${RELEASE_COMMAND} publish <package>. Or copy them from a backup of the store. Without both, publish a new version.`;
  return [...lines, advice];
}

/**
 * Verifies the signature of the registry, the integrity of every file that it lists, and that the gateways serve it.
 *
 * @returns a one-line summary
 * @throws CommandError that lists all problems
 */
export async function verify(context: ReadContext): Promise<string> {
  const revoked: string[] = [];
  const { registry } = await readSigned({ ...context, notice: (line) => revoked.push(line) });
  if (!registry) throw new CommandError(emptyText(context.store));
  const releases = releasesIn(registry);
  const problems = [...revoked, ...contractMismatches(registry)];
  const served = await servedBy(context.products);
  problems.push(...servedProblems(served, registry.revision));
  problems.push(...(await damagedFiles(context.store, releases)));
  for (const line of notCompared(served)) context.notice(line);
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
  const files = releases.reduce((sum, release) => sum + Object.keys(release.files).length, 0);
  const entries = entriesOf(registry).map(({ signature }) => signature?.key);
  const keys = [...new Set(entries)].filter((each) => each !== undefined);
  return `revision ${registry.revision}, signed with key ${keys.join(', ')}: ${releases.length} releases, ${files} files, all intact`;
}

/**
 * Makes the last valid revision the current one again, under a new number, after a higher one was damaged.
 *
 * @returns a one-line summary
 * @throws CommandError if the current registry is valid, or no revision is
 */
export async function repair(context: ReleaseContext): Promise<string> {
  let problem: string | undefined;
  const onUnusable = (found: string): void => void (problem = found);
  const { summary } = await changeRegistry({ ...context, onUnusable }, (registry) => {
    if (!registry)
      throw new CommandError(
        `${context.store.address} has no valid revision. Restore its folder from a backup.`,
      );
    if (problem === undefined) throw new CommandError('The registry is valid. There is nothing to repair.');
    return { registry, summary: `repair: revision ${registry.revision} again (${problem})` };
  });
  return summary;
}
