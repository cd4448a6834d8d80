import type { DataSource } from 'typeorm';
import { recordAudit } from '../administration/record-audit.ts';
import { auditedReport, type AbuseReportKind } from './record-abuse-report.ts';

const OPEN = `
  SELECT abuse_reports.id, abuse_reports.created_at AS "createdAt", reason, reporter.username AS reporter, kind,
    coalesce(message_id, question_id) AS "subjectId", text, file_names AS files, author.username AS author, job_id AS "jobId"
  FROM abuse_reports JOIN users AS reporter ON reporter.id = reporter_id JOIN users AS author ON author.id = author_id
  WHERE closed_at IS NULL ORDER BY abuse_reports.id`;

const CLOSE = `
  UPDATE abuse_reports SET closed_at = now() WHERE id = $1 AND closed_at IS NULL
  RETURNING kind, coalesce(message_id, question_id) AS "subjectId", job_id AS "jobId"`;

interface OpenReport {
  id: number;
  createdAt: Date;
  reason: string;
  reporter: string;
  kind: AbuseReportKind;
  /** The id of the message or of the question. Null after the deletion of the job. */
  subjectId: number | null;
  text: string;
  author: string;
  jobId: number;
  files: string[];
}

const SUBJECTS: Readonly<Record<AbuseReportKind, string>> = {
  message: 'message',
  question: 'question',
  answer: 'answer to the question',
};

/** A text of a user in quotes, on one line. A terminal would obey control characters, and format characters hide others. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** Operations of operators on the reports of users. The audit trail has the operator's name. */
export class AbuseReportAdministration {
  constructor(
    private readonly database: DataSource,
    private readonly operator: string,
  ) {}

  /** Returns the lines about each open report, oldest first. */
  async list(): Promise<string[]> {
    const reports = await this.database.query<OpenReport[]>(OPEN);
    return reports.flatMap(
      ({ id, createdAt, reason, reporter, kind, subjectId, text, author, jobId, files }) => [
        `report ${id} of ${createdAt.toISOString()}, by ${reporter}: ${quoted(reason)}`,
        `  ${SUBJECTS[kind]} ${subjectId ?? '(deleted)'} of ${author} about the job ${jobId}: ${[text, ...files].map(quoted).join(', ')}`,
      ],
    );
  }

  /** Closes a report. Throws unless it is open. */
  close(id: number): Promise<void> {
    return this.database.transaction(async (manager) => {
      const [[closed]] = await manager.query<[Pick<OpenReport, 'kind' | 'subjectId' | 'jobId'>[], number]>(
        CLOSE,
        [id],
      );
      if (!closed) throw new Error(`There is no open report ${id}.`);
      await recordAudit(manager, {
        actor: `operator:${this.operator}`,
        action: `${closed.kind}.report-closed`,
        subject: `job:${closed.jobId}`,
        after: auditedReport(id, closed.kind, closed.subjectId),
      });
    });
  }
}
