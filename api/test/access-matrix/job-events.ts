/** The tables of a job and its parts. */
const TABLES_OF_JOBS = [
  'jobs',
  'job_files',
  'job_file_parts',
  'flight_data',
  'payments',
  'report_links',
  'job_questions',
];

/**
 * The events of jobs that the allowed uses of each call record, by route and permissions. An empty text is a use without an event.
 * A call that is missing here may change no row of a job.
 */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  'POST /api/jobs for jobs.create': ['posted'],
  'PUT /api/jobs/:id for jobs.edit': ['edited'],
  'PUT /api/jobs/:id for jobs.set-progress': ['progress'],
  'PATCH /api/jobs/:id for jobs.advance': ['status'],
  'PATCH /api/jobs/:id for jobs.record-manual-payment or jobs.declare-paid': ['payment, status'],
  'DELETE /api/jobs/:id for jobs.delete': ['withdrawn'],
  'POST /api/jobs/:id/assign for jobs.accept': ['accepted'],
  'POST /api/jobs/:id/release for jobs.release or jobs.withdraw or jobs.end': ['pilot-removed', 'released'],
  'POST /api/jobs/:id/end-request for jobs.end': ['end-requested'],
  'POST /api/jobs/:id/end-request/decision for jobs.decide-end': ['end-declined'],
  'POST /api/jobs/:id/take-back for jobs.take-back': ['taken-back'],
  'POST /api/jobs/:id/request-changes for jobs.request-changes': ['changes-requested'],
  'POST /api/jobs/:id/attachments for attachments.add': ['file-added'],
  'DELETE /api/jobs/:id/attachments/:attachmentId for attachments.remove': ['file-removed'],
  'POST /api/jobs/:id/report/link for reports.share': ['report-shared'],
  // Most jobs have no link.
  'DELETE /api/jobs/:id/report/link for reports.share': ['', 'report-revoked'],
  // The history has a file from its completion on.
  'POST /api/jobs/:id/uploads for attachments.add': [''],
  'POST /api/jobs/:id/uploads for deliverables.add': [''],
  'POST /api/jobs/:id/uploads for flight-records.add': [''],
  'POST /api/jobs/:id/uploads for messages.attach': [''],
  'POST /api/jobs/:id/uploads/:uploadId/complete for deliverables.add': ['file-added'],
  'DELETE /api/jobs/:id/uploads/:uploadId for deliverables.add': [''],
  'DELETE /api/jobs/:id/deliverables/:deliverableId for deliverables.remove': ['file-removed'],
  'POST /api/jobs/:id/questions for questions.ask': ['question-asked'],
  'PUT /api/jobs/:id/questions/:questionId/answer for questions.answer': ['question-answered'],
  // A payment is an event when there is money. That of a paid job is confirmed already.
  'POST /api/jobs/:id/create-payment for payments.pay': [''],
  'POST /api/jobs/:id/confirm-payment for payments.confirm': ['', 'status, payment'],
  'POST /api/flight-data for flight-records.add': ['flight-added'],
};

/** The calls with an entry. */
export const RECORDING_CALLS = Object.keys(EVENTS);

/** What an allowed use of a call has done. */
export interface Effect {
  /** The kinds of the recorded events of jobs. */
  events: readonly string[];
  /** The changed tables. */
  changed: readonly string[];
}

/** Returns how the effects of all allowed uses of a call differ from the table. */
export function eventFaults(name: string, effects: readonly Effect[]): string[] {
  const expected = EVENTS[name];
  const recorded = [...new Set(effects.map(({ events }) => events.join(', ')))].toSorted();
  const unlisted = effects.some(({ changed }) => TABLES_OF_JOBS.some((table) => changed.includes(table)));
  if (!expected && unlisted) return [`${name} changes a job and has no events in the table`];
  return JSON.stringify(recorded) === JSON.stringify(expected ?? [''])
    ? []
    : [`${name} records ${JSON.stringify(recorded)}`];
}
