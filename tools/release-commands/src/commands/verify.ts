import { entriesOf } from '@dps/release-store/entries';
import { releasesIn, type ModuleRelease, type ShellRelease } from '@dps/contract';
import { folderOf } from './build-folder.ts';
import { damageText, findDamage } from './release-damage.ts';
import { contractMismatches } from '../registry/contract-range.ts';
import { readSigned, type ReadContext } from '../registry/change-registry.ts';
import { notCompared, servedBy, servedProblems } from '../registry/served-registry.ts';
import { RELEASE_COMMAND, Refusal } from '@dps/release-store/refusal';
import { emptyText, type ReleaseStore } from '@dps/release-store/release-store';

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
 * @throws Refusal that lists all problems
 */
export async function verify(context: ReadContext): Promise<string> {
  const revoked: string[] = [];
  const { registry } = await readSigned({ ...context, notice: (line) => revoked.push(line) });
  if (!registry) throw new Refusal(emptyText(context.store));
  const releases = releasesIn(registry);
  const problems = [...revoked, ...contractMismatches(registry)];
  const served = await servedBy(context.products);
  problems.push(...servedProblems(served, registry.revision));
  problems.push(...(await damagedFiles(context.store, releases)));
  for (const line of notCompared(served)) context.notice(line);
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
  const files = releases.reduce((sum, release) => sum + Object.keys(release.files).length, 0);
  const entries = entriesOf(registry).map(({ signature }) => signature?.key ?? registry.signature?.key);
  const keys = [...new Set(entries)].filter((each) => each !== undefined);
  const signed = keys.length > 0 ? `signed with key ${keys.join(', ')}` : 'not signed';
  return `revision ${registry.revision}, ${signed}: ${releases.length} releases, ${files} files, all intact`;
}
