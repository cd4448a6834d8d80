import type { EntityManager } from 'typeorm';
import type { Actor } from '@dps/contract';
import { recordAudit } from '../administration/record-audit.ts';

export type AbuseReportKind = 'message' | 'question' | 'answer';

export interface NewAbuseReport {
  kind: AbuseReportKind;
  /** The id of the message, or of the question. */
  subjectId: number;
  jobId: number;
  authorId: number;
  text: string;
  fileNames: readonly string[];
  reason: string;
}

// `$2` the id of the message or of the question.
const INSERT = `
  INSERT INTO abuse_reports (kind, message_id, question_id, job_id, author_id, text, file_names, reporter_id, reason)
  VALUES ($1, CASE $1 WHEN 'message' THEN $2::integer END, CASE $1 WHEN 'message' THEN NULL ELSE $2::integer END,
    $3, $4, $5, $6, $7, $8)
  ON CONFLICT DO NOTHING RETURNING id`;

/** Returns the values of the audit trail: the report, and the message or the question, whose id is null after its deletion. */
export const auditedReport = (report: number, kind: AbuseReportKind, subjectId: number | null) => ({
  report,
  [kind === 'message' ? 'message' : 'question']: subjectId,
});

/** Writes a user's report of a text of another user, once, without an access check. */
export async function recordAbuseReport(
  manager: EntityManager,
  { id: reporterId }: Actor,
  { kind, subjectId, jobId, authorId, text, fileNames, reason }: NewAbuseReport,
): Promise<void> {
  const values = [kind, subjectId, jobId, authorId, text, fileNames, reporterId, reason];
  const [report] = await manager.query<{ id: number }[]>(INSERT, values);
  if (!report) return;
  await recordAudit(manager, {
    actor: `user:${reporterId}`,
    action: `${kind}.reported`,
    subject: `job:${jobId}`,
    after: auditedReport(report.id, kind, subjectId),
  });
}
