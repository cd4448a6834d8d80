import type { ReleaseStore } from './release-store.ts';

/** A change of the registry, as people look it up later. */
export interface HistoryEntry {
  /** The revision that the change made. */
  revision: number;
  /** Who made it. */
  by: string;
  /** The signing key's id. */
  key: string;
  /** What was done: `rollback jobs 1.1.0 → 1.0.0`. */
  summary: string;
}

/** Writes a change down, with the time. */
export async function addHistory(store: ReleaseStore, entry: HistoryEntry): Promise<void> {
  const text = JSON.stringify({ ...entry, at: new Date().toISOString() }, null, 2);
  await store.createFile(`history/${entry.revision}.json`, Buffer.from(`${text}\n`));
}
