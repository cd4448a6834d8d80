import { entriesOf } from '@dps/release-store/entries';
import { isIntact } from '@dps/release-store/integrity';
import { releasesIn, type ModuleRelease } from '@dps/contract';
import { folderOf } from './build-folder.ts';
import { contractMismatches } from '../registry/contract-range.ts';
import { readSigned, type ReadContext } from '../registry/change-registry.ts';
import { notCompared, servedBy, servedProblems } from '../registry/served-registry.ts';
import { Refusal } from '@dps/release-store/refusal';
import { emptyText, RELEASE_FILE, type ReleaseStore } from '@dps/release-store/release-store';

/** Returns a sentence for each file of a release that is missing in a store, or differs from the released file. */
export async function damageOf(
  store: Pick<ReleaseStore, 'readFile'>,
  release: Pick<ModuleRelease, 'base' | 'files'>,
): Promise<string[]> {
  const folder = folderOf({ release });
  const problems: string[] = [];
  for (const [file, integrity] of Object.entries(release.files)) {
    const content = await store.readFile(`${folder}/${file}`);
    if (!content) problems.push(`${folder}/${file} is missing`);
    else if (!isIntact(content, integrity)) problems.push(`${folder}/${file} differs from the released file`);
  }
  if (!(await store.readFile(`${folder}/${RELEASE_FILE}`)))
    problems.push(`${folder}/${RELEASE_FILE} is missing`);
  return problems;
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
  for (const release of releases) problems.push(...(await damageOf(context.store, release)));
  for (const line of notCompared(served)) context.notice(line);
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
  const files = releases.reduce((sum, release) => sum + Object.keys(release.files).length, 0);
  const entries = entriesOf(registry).map(({ signature }) => signature?.key ?? registry.signature?.key);
  const keys = [...new Set(entries)].filter((each) => each !== undefined);
  const signed = keys.length > 0 ? `signed with key ${keys.join(', ')}` : 'not signed';
  return `revision ${registry.revision}, ${signed}: ${releases.length} releases, ${files} files, all intact`;
}
