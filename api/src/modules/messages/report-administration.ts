import type { DataSource } from 'typeorm';
import { recordAudit } from '../administration/record-audit.ts';

const OPEN = `
  SELECT message_reports.id, message_reports.created_at AS "createdAt", reason, reporter.username AS reporter,
    message_id AS "messageId", text, file_names AS files, sender.username AS sender, job_id AS "jobId"
  FROM message_reports JOIN users AS reporter ON reporter.id = reporter_id JOIN users AS sender ON sender.id = sender_id
  WHERE closed_at IS NULL ORDER BY message_reports.id`;

const CLOSE = `
  UPDATE message_reports SET closed_at = now() WHERE id = $1 AND closed_at IS NULL
  RETURNING message_id AS "messageId", job_id AS "jobId"`;

interface OpenReport {
  id: number;
  createdAt: Date;
  reason: string;
  reporter: string;
  /** Null after the deletion of the job. */
  messageId: number | null;
  text: string;
  sender: string;
  jobId: number;
  files: string[];
}

/** A text of a user in quotes, on one line. A terminal would obey control characters, and format characters hide others. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** Operations of operators on the reports of messages. The audit trail has the operator's name. */
export class ReportAdministration {
  constructor(
    private readonly database: DataSource,
    private readonly operator: string,
  ) {}

  /** Returns the lines about each open report, oldest first. */
  async list(): Promise<string[]> {
    const reports = await this.database.query<OpenReport[]>(OPEN);
    return reports.flatMap(({ id, createdAt, reason, reporter, messageId, text, sender, jobId, files }) => [
      `report ${id} of ${createdAt.toISOString()}, by ${reporter}: ${quoted(reason)}`,
      `  message ${messageId ?? '(deleted)'} of ${sender} about the job ${jobId}: ${[text, ...files].map(quoted).join(', ')}`,
    ]);
  }

  /** Closes a report. Throws unless it is open. */
  close(id: number): Promise<void> {
    return this.database.transaction(async (manager) => {
      const [[closed]] = await manager.query<[Pick<OpenReport, 'messageId' | 'jobId'>[], number]>(CLOSE, [
        id,
      ]);
      if (!closed) throw new Error(`There is no open report ${id}.`);
      await recordAudit(manager, {
        actor: `operator:${this.operator}`,
        action: 'message.report-closed',
        subject: `job:${closed.jobId}`,
        after: { report: id, message: closed.messageId },
      });
    });
  }
}
