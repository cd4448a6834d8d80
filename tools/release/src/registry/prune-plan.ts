import type { FileDetails } from '../store/release-store.ts';

/** Number of the newest revisions that `prune` always keeps. */
const KEPT_REVISIONS = 20;

type Files = ReadonlyMap<string, FileDetails>;

/** Files that belong together, under their common name: a release's folder, or one file. */
export interface Removal {
  name: string;
  files: { path: string; bytes: number }[];
}

const newestOf = (files: readonly (readonly [string, FileDetails])[]): number =>
  Math.max(...files.map(([, { modifiedAt }]) => modifiedAt));

/** Returns the removal of one file. */
export const removal = (path: string, { bytes }: FileDetails): Removal => ({
  name: path,
  files: [{ path, bytes }],
});

/**
 * Splits revisions into those to keep and those to remove: written before `before`, and not among the newest twenty.
 *
 * @param revisions numbers, the highest first, with their details
 * @param before ms since 1970
 */
export function oldRevisions(
  revisions: readonly (readonly [number, FileDetails])[],
  before: number,
): { kept: number[]; old: number[] } {
  const isKept = ([, { modifiedAt }]: readonly [number, FileDetails], place: number) =>
    place < KEPT_REVISIONS || modifiedAt >= before;
  return {
    kept: revisions.filter(isKept).map(([number]) => number),
    old: revisions.filter((each, place) => !isKept(each, place)).map(([number]) => number),
  };
}

/** Returns the folder of a release's file: `modules/jobs/1.1.0`, `shell/1.1.0`. */
const releaseOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('modules/') ? 3 : 2)
    .join('/');

/**
 * Returns the releases to remove: without a name in `kept`, and whose newest file was written before `before`.
 *
 * @param files the files of all releases
 * @param kept folders of the releases that a kept revision names, or another command has claimed
 * @param before ms since 1970
 */
export function oldReleases(files: Files, kept: ReadonlySet<string>, before: number): Removal[] {
  return [...Map.groupBy(files, ([path]) => releaseOf(path))].flatMap(([name, entries]) =>
    kept.has(name) || newestOf(entries) >= before
      ? []
      : [{ name: `${name}/`, files: entries.map(([path, { bytes }]) => ({ path, bytes })) }],
  );
}

/** Returns the drafts that were written before `before`: those of killed commands. */
export const oldDrafts = (drafts: Files, before: number): Removal[] =>
  [...drafts].filter(([, { modifiedAt }]) => modifiedAt < before).map((entry) => removal(...entry));
