import { array, number, object, string, type InferType } from './yup.ts';
import { id, instant, requiredText } from './fields.ts';

/** `none` without a request, and after the download has expired. */
export const EXPORT_STATES = ['none', 'making', 'ready', 'failed'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** GET and POST /api/user/export: the latest export of the own data. */
export const exportView = object({
  state: string().oneOf(EXPORT_STATES).required(),
  requestedAt: instant().nullable().defined(),
  /** When the file is deleted; null unless it is ready. */
  readyUntil: instant().nullable().defined(),
  /** Bytes of the file; null unless it is ready. */
  size: number().nullable().defined(),
})
  .noUnknown()
  .meta({ id: 'Export' });
export type ExportView = InferType<typeof exportView>;

/** The quotas of each account. */
export const QUOTA_NAMES = ['storage', 'open-jobs'] as const;
export type QuotaName = (typeof QUOTA_NAMES)[number];

/** The used part of a quota: bytes of storage, or a number. */
export const quotaView = object({
  name: string().oneOf(QUOTA_NAMES).required(),
  used: number().required(),
  limit: number().required(),
})
  .noUnknown()
  .meta({ id: 'Quota' });
export type QuotaView = InferType<typeof quotaView>;

/** GET /api/user/quotas: those of the own role. */
export const quotaListView = array(quotaView.required()).required();

/** Reasons why a job prevents the deletion of an account: work that is accepted, or money that is not settled. */
export const UNFINISHED_REASONS = ['work', 'payment', 'share'] as const;
export type UnfinishedReason = (typeof UNFINISHED_REASONS)[number];

const unfinishedJobView = object({
  jobId: id().required(),
  title: string().required(),
  reason: string().oneOf(UNFINISHED_REASONS).required(),
})
  .noUnknown()
  .meta({ id: 'UnfinishedJob' });
export type UnfinishedJobView = InferType<typeof unfinishedJobView>;

/** GET and POST /api/user/deletion: the deletion of the own account. */
export const deletionView = object({
  /** When the account is deleted; null unless the user has requested it. */
  deletesAt: instant().nullable().defined(),
  /** The jobs that prevent the deletion, at most 20. */
  unfinished: array(unfinishedJobView.required()).required(),
})
  .noUnknown()
  .meta({ id: 'Deletion' });
export type DeletionView = InferType<typeof deletionView>;

/** POST /api/user/deletion: the own username, typed as a confirmation. */
export const deletionBody = object({ username: requiredText(64, 'Type your username') })
  .exact()
  .required()
  .meta({ id: 'NewDeletion' });
export type DeletionBody = InferType<typeof deletionBody>;
