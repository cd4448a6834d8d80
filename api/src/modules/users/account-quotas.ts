import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { formatFileSize, GIGABYTE, type Actor, type QuotaName, type QuotaView } from '@dps/contract';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import { LOCK_USER } from './user.entity.ts';

/** SQL: what the account `$1` uses. Unfinished uploads count with their declared size. */
const USED = {
  storage: 'SELECT coalesce(sum(file_size), 0)::float AS used FROM job_files WHERE uploaded_by = $1',
  'open-jobs': `
    SELECT count(*)::int AS used FROM jobs WHERE client_id = $1 AND status = 'pending' AND pilot_id IS NULL`,
} as const satisfies Record<QuotaName, string>;

/** Limits of what an account may store. The account is locked until the end of a transaction that adds, so parallel ones exceed no limit. */
@Injectable()
export class AccountQuotas {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'storagePerAccountGb' | 'openJobsPerClient'>,
  ) {}

  /** Returns the use and the limit of each quota of the actor. */
  async read({ id, role }: Actor): Promise<QuotaView[]> {
    const names: readonly QuotaName[] = role === 'client' ? ['storage', 'open-jobs'] : ['storage'];
    return Promise.all(
      names.map(async (name) => ({
        name,
        used: await used(this.database.manager, name, id),
        limit: this.limitOf(name),
      })),
    );
  }

  /** Requires room for a file of this size. Throws `quota_exceeded`, or `unauthenticated` for a deleted account. */
  async requireStorage(manager: EntityManager, { id }: Actor, bytes: number): Promise<void> {
    await lockAccount(manager, id);
    const [use, limit] = [await used(manager, 'storage', id), this.limitOf('storage')];
    if (use + bytes <= limit) return;
    const message = TEXTS.storageFull(formatFileSize(use), formatFileSize(limit), formatFileSize(bytes));
    throw new DomainError('quota_exceeded', { message });
  }

  /** Requires room for one more open job. Throws `quota_exceeded`, or `unauthenticated` for a deleted account. */
  async requireOpenJob(manager: EntityManager, { id }: Actor): Promise<void> {
    await lockAccount(manager, id);
    const [use, limit] = [await used(manager, 'open-jobs', id), this.limitOf('open-jobs')];
    if (use >= limit) throw new DomainError('quota_exceeded', { message: TEXTS.tooManyOpenJobs(use, limit) });
  }

  private limitOf(name: QuotaName): number {
    return name === 'storage' ? this.config.storagePerAccountGb * GIGABYTE : this.config.openJobsPerClient;
  }
}

/**
 * Locks an account until the transaction ends, so that what it has changes once at a time. Throws `unauthenticated` if it was
 * deleted after the session was checked.
 */
export async function lockAccount(manager: EntityManager, userId: number): Promise<void> {
  const [account] = await manager.query<{ isDeleted: boolean }[]>(LOCK_USER, [userId]);
  if (!account || account.isDeleted) throw new DomainError('unauthenticated');
}

async function used(manager: EntityManager, name: QuotaName, userId: number): Promise<number> {
  const [row] = await manager.query<{ used: number }[]>(USED[name], [userId]);
  return row?.used ?? 0;
}
