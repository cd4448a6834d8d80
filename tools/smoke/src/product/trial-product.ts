import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startStack } from '@dps/local-stack/stack';
import { FolderStore } from '@dps/release-store/folder-store';
import { newKey, signRegistry } from '@dps/release-store/release-key';
import type { ReleaseStore } from '@dps/release-store/release-store';
import type { Registry } from '@dps/shared-contracts';
import type { Candidate } from '../candidate.ts';
import { trialRegistry } from './trial-registry.ts';

/** A whole product on this machine, for candidates to be tried out in. */
export interface TrialProduct {
  /** `http://localhost:54321` */
  url: string;
  /**
   * Runs a candidate with what everybody has, from now on.
   *
   * @param store where the releases are that the registry lists
   * @param active undefined in an empty store
   * @returns what runs
   */
  run(candidate: Candidate, store: ReleaseStore, active: Registry | undefined): Promise<Registry>;
  /** Stops all of it and removes its data. */
  close(): Promise<void>;
}

/** Whoever publishes may have settings of a product that runs: its port for metrics is taken, its bucket is for real files. */
const NOT_OF_OTHERS = { METRICS_PORT: '', ATTACHMENT_STORE: '', S3_BUCKET: '' };

interface Released {
  base: string;
  files: Record<string, string>;
}

const folderOf = ({ base }: Released): string => base.replace(/^\/|\/$/g, '');

/** Copies a release. A file that is missing there is missing here, too: people would have the same. */
async function copy(
  release: Released,
  read: (file: string) => Promise<Uint8Array | null>,
  to: ReleaseStore,
): Promise<void> {
  const copyFile = async (file: string): Promise<void> => {
    const content = await read(file);
    if (content) await to.createFile(`${folderOf(release)}/${file}`, content);
  };
  await Promise.all(Object.keys(release.files).map(copyFile));
}

const listed = ({ shell, modules }: Registry): Released[] => [
  shell,
  ...modules.flatMap(({ releases }) => Object.values(releases)),
];

/** Starts a product with demo data and without a release. Throws StackFailure; what had started is stopped then. */
export async function startTrialProduct(signal?: AbortSignal): Promise<TrialProduct> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dps-smoke-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  const { key } = newKey();
  const own = new FolderStore(path.join(dataDir, 'releases'));
  const stack = await startStack({
    dataDir,
    ephemeral: true,
    logLevel: 'warn',
    environment: NOT_OF_OTHERS,
    // As everybody has it, and not as those do who develop.
    overrideOrigins: [],
    releases: { store: own.address, publicKeys: [key.publicKey] },
    signal,
  }).catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  let revision = 0;
  let mark: string | null = null;
  return {
    url: stack.url,
    run: async (candidate, store, active) => {
      const registry = trialRegistry(active, candidate);
      for (const release of listed(registry)) {
        const isCandidate = release.base === candidate.release.base;
        await copy(
          release,
          isCandidate ? candidate.read : (file) => store.readFile(`${folderOf(release)}/${file}`),
          own,
        );
      }
      revision += 1;
      await own.replaceRegistry(JSON.stringify(signRegistry({ ...registry, revision }, key)), revision, mark);
      mark = String(revision);
      return registry;
    },
    close: async () => {
      try {
        await stack.close();
      } finally {
        await removeData();
      }
    },
  };
}
