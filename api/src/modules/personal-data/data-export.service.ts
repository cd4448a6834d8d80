import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RETENTION, type Actor, type ExportView } from '@dps/contract';
import { sendJob } from '../../platform/background/send-job.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { contentDisposition, type SentFile } from '../../platform/http/file-response.ts';
import { auditAccount } from '../administration/record-audit.ts';
import { FileContents } from '../job-files/content/file-contents.ts';
import { PartedContent } from '../job-files/content/parted-content.ts';
import { DataExportPart } from './data-export.entity.ts';

const STATE = `
  CASE WHEN completed_at IS NOT NULL THEN 'ready' WHEN failed_at IS NOT NULL THEN 'failed' ELSE 'making' END`;
const READ = `
  SELECT ${STATE} AS state, event_time(requested_at) AS "requestedAt",
    CASE WHEN completed_at IS NOT NULL THEN event_time(expires_at) END AS "readyUntil",
    CASE WHEN completed_at IS NOT NULL
      THEN (SELECT sum(size)::float FROM data_export_parts WHERE export_id = data_exports.id) END AS size
  FROM data_exports WHERE user_id = $1 AND expires_at > now()`;
const DELETE_FINISHED = `
  DELETE FROM data_exports
  WHERE user_id = $1 AND (completed_at IS NOT NULL OR failed_at IS NOT NULL OR expires_at <= now())`;
const REQUEST = `
  INSERT INTO data_exports (user_id, expires_at) VALUES ($1, now() + interval '${RETENTION.exports}')
  ON CONFLICT (user_id) DO NOTHING RETURNING id`;
const READY = `
  SELECT id, to_char(completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
  FROM data_exports WHERE user_id = $1 AND completed_at IS NOT NULL AND expires_at > now()`;

const NONE: ExportView = { state: 'none', requestedAt: null, readyUntil: null, size: null };

/** The export of the data about the signed-in user. */
@Injectable()
export class DataExportService {
  constructor(
    private readonly database: DataSource,
    private readonly contents: FileContents,
  ) {}

  /** Returns the actor's latest export. */
  async read({ id }: Actor): Promise<ExportView> {
    const [row] = await this.database.query<ExportView[]>(READ, [id]);
    return row ?? NONE;
  }

  /** Requests an export, which replaces a finished one. While one is being made, this changes nothing. */
  async request(actor: Actor): Promise<ExportView> {
    await this.database.transaction(async (manager) => {
      await manager.query(DELETE_FINISHED, [actor.id]);
      const [requested] = await manager.query<{ id: number }[]>(REQUEST, [actor.id]);
      if (!requested) return;
      await auditAccount(manager, actor.id, 'export-requested');
      await sendJob(manager, 'data-export', requested.id);
    });
    return this.read(actor);
  }

  /** Returns the file of the actor's export. Throws `not_found` unless it is ready. */
  async file(actor: Actor): Promise<SentFile> {
    const [ready] = await this.database.query<{ id: number; day: string }[]>(READY, [actor.id]);
    if (!ready) throw new DomainError('not_found');
    const where = { exportId: ready.id };
    const parts = await this.database.manager.find(DataExportPart, { where, order: { part: 'ASC' } });
    const content = new PartedContent(this.contents, `export ${ready.id}`, parts);
    return {
      size: content.size,
      etag: content.etag,
      mediaType: 'application/zip',
      disposition: contentDisposition('attachment', `drone-pilot-surveys-${ready.day}.zip`),
      open: (range) => content.open(range),
    };
  }
}
