import type { DataSource } from 'typeorm';
import { recordAudit } from '../administration/record-audit.ts';
import type { FileContents } from '../job-files/content/file-contents.ts';
import { writeReportedFiles, type ReportedFile } from './reported-files.ts';
import { auditedReport, type AbuseReportKind } from './record-abuse-report.ts';

const OPEN = `
  SELECT abuse_reports.id, abuse_reports.created_at AS "createdAt", reason, reporter.username AS reporter, kind,
    coalesce(message_id, question_id) AS "subjectId", text, file_names AS files, author.username AS author, job_id AS "jobId"
  FROM abuse_reports JOIN users AS reporter ON reporter.id = reporter_id JOIN users AS author ON author.id = author_id
  WHERE closed_at IS NULL ORDER BY abuse_reports.id`;

const CLOSE = `
  UPDATE abuse_reports SET closed_at = now() WHERE id = $1 AND closed_at IS NULL
  RETURNING kind, coalesce(message_id, question_id) AS "subjectId", job_id AS "jobId"`;

const OPEN_REPORT = `
  SELECT message_id AS "messageId", job_id AS "jobId", cardinality(file_names) AS files
  FROM abuse_reports WHERE id = $1 AND closed_at IS NULL`;

const FILES = 'SELECT id, file_name AS "fileName" FROM job_files WHERE message_id = $1 ORDER BY id';

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

interface ReportWithFiles {
  /** Null after the deletion of the job. */
  messageId: number | null;
  jobId: number;
  /** The number of files that the message had. */
  files: number;
}

const notOpen = (id: number) => new Error(`There is no open report ${id}.`);

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

  /**
   * Writes the files of a reported message to a new folder. Returns their paths. Throws unless the report is open, and for a report
   * without files or whose files are deleted with the job.
   */
  async saveFiles(id: number, folder: string, contents: FileContents): Promise<string[]> {
    const { manager } = this.database;
    const [report] = await manager.query<ReportWithFiles[]>(OPEN_REPORT, [id]);
    if (!report) throw notOpen(id);
    if (report.files === 0) throw new Error(`The report ${id} has no files.`);
    if (report.messageId === null) throw new Error(`The files of the report ${id} are deleted with its job.`);
    const files = await manager.query<ReportedFile[]>(FILES, [report.messageId]);
    const paths = await writeReportedFiles(manager, contents, files, folder);
    await recordAudit(manager, {
      actor: `operator:${this.operator}`,
      action: 'message.files-saved',
      subject: `job:${report.jobId}`,
      after: { ...auditedReport(id, 'message', report.messageId), files: files.map((file) => file.id) },
    });
    return paths;
  }

  /** Closes a report. Throws unless it is open. */
  close(id: number): Promise<void> {
    return this.database.transaction(async (manager) => {
      const [[closed]] = await manager.query<[Pick<OpenReport, 'kind' | 'subjectId' | 'jobId'>[], number]>(
        CLOSE,
        [id],
      );
      if (!closed) throw notOpen(id);
      await recordAudit(manager, {
        actor: `operator:${this.operator}`,
        action: `${closed.kind}.report-closed`,
        subject: `job:${closed.jobId}`,
        after: auditedReport(id, closed.kind, closed.subjectId),
      });
    });
  }
}
