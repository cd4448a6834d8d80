import { Inject, Injectable, type FactoryProvider, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.ts';
import type { Config } from '../../../platform/config/config.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { ContentStore, ContentStoreName } from './content.store.ts';
import { DatabaseContentStore } from './database-content.store.ts';
import type { S3ContentStore } from './s3-content.store.ts';

const RETRY_SECONDS = 60;

export type StoresConfig = Pick<Config, 'attachments'>;

const S3_STORE = Symbol('S3_STORE');

/** The S3 store, or null when none is configured. Its SDK is large, so it is loaded only then. */
export const S3_STORE_PROVIDER: FactoryProvider<S3ContentStore | null> = {
  provide: S3_STORE,
  inject: [CONFIG],
  useFactory: s3StoreOf,
};

/** Returns the S3 store, or null when none is configured. */
export async function s3StoreOf({ attachments: { s3 } }: StoresConfig): Promise<S3ContentStore | null> {
  if (!s3) return null;
  const { S3ContentStore } = await import('./s3-content.store.ts');
  return new S3ContentStore(s3);
}

/** The configured stores. New contents go to the store of the configuration; each may contain older contents. */
@Injectable()
export class ContentStores implements OnApplicationShutdown {
  /** The store of new contents. */
  readonly current: ContentStoreName;

  constructor(
    @Inject(CONFIG) { attachments }: StoresConfig,
    private readonly database: DatabaseContentStore,
    @Inject(S3_STORE) private readonly s3: S3ContentStore | null,
  ) {
    this.current = attachments.store;
  }

  /** Throws `unavailable` for a store that is no longer configured. */
  get(name: ContentStoreName): ContentStore {
    if (name === 'database') return this.database;
    if (this.s3) return this.s3;
    const cause = 'S3_BUCKET is not set, but an attachment is in an S3 store';
    throw new DomainError('unavailable', { retryAfterSeconds: RETRY_SECONDS, cause });
  }

  onApplicationShutdown(): void {
    this.s3?.close();
  }
}
