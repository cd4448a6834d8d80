import type { DataSource } from 'typeorm';
import { BlockHashes } from './block-hashes.ts';
import { ContentStores, s3StoreOf, type StoresConfig } from './content-stores.ts';
import { DatabaseContentStore } from './database-content.store.ts';
import { FileContents } from './file-contents.ts';
import { UnclaimedContents } from './unclaimed-contents.ts';

/** Runs a function of a command, which has no application, with the contents of files. */
export async function withFileContents<Result>(
  database: DataSource,
  config: StoresConfig,
  run: (contents: FileContents) => Promise<Result>,
): Promise<Result> {
  const stores = new ContentStores(config, new DatabaseContentStore(database), await s3StoreOf(config));
  try {
    return await run(new FileContents(stores, new UnclaimedContents(database), new BlockHashes(database)));
  } finally {
    stores.onApplicationShutdown();
  }
}
