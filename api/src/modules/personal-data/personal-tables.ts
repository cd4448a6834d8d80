import { contentView } from '@dps/contract';
import { columnOf } from '../../platform/database/columns.ts';
import { HAS_WORK } from '../jobs/job.queries.ts';
import { isPersonal, OF_USER, ownTable, type ImpersonalTable, type PersonalTable } from './personal-table.ts';

const SECRET = 'a secret, or its hash';
const IN_EVIDENCE = 'a copy of a value in the column evidence';
const TECHNICAL = 'a technical value without information about the user';
const OWN_ID = 'the id of the user, which account.json has';

const OF_JOB = '(client_id = $1 OR pilot_id = $1)';
const OF_PILOT = 'pilot_id = $1';
const OF_ADDRESS = 'lower(address) = (SELECT lower(email) FROM users WHERE id = $1)';
const OTHER_PARTY = 'the other party of the job needs it, and accounting';

/**
 * The contents of an export by table, and the effects of the deletion of an account. A test compares the columns with the
 * schema, so each new table and column is a decision about personal data.
 */
export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable | ImpersonalTable>> = {
  users: {
    about: 'Your account and profile. The picture is files/picture.webp.',
    rows: 'id = $1',
    key: null,
    exported: [
      'id',
      'username',
      'email',
      'email_confirmed_at',
      'pending_email',
      'role',
      'name',
      'flight_hours',
      'base_latitude',
      'base_longitude',
      'base_place',
      'suspended_at',
      'deletes_at',
      'created_at',
    ],
    omitted: {
      password_hash: SECRET,
      profile_image: 'the picture is a file',
      deleted_at: 'a deleted account has no export',
    },
    deleted: null,
    kept: 'jobs and payments refer to it; without name, addresses, password, base and picture',
  },
  former_usernames: {
    impersonal:
      'hashes of the usernames of deleted accounts, without a reference to them, so that no other user gets one',
  },
  sessions: ownTable('The devices on which you are signed in.', {
    exported: ['device', 'network', 'created_at', 'last_seen_at', 'expires_at'],
    omitted: { token_hash: SECRET, user_id: OWN_ID, proof_expires_at: TECHNICAL },
  }),
  known_devices: ownTable('When you have last used each of your devices.', {
    exported: ['first_used_at', 'used_at'],
    omitted: { hash: SECRET, user_id: OWN_ID },
  }),
  authenticators: ownTable('Your two-step verification.', {
    exported: ['active_since'],
    omitted: {
      user_id: OWN_ID,
      secret: SECRET,
      pending_secret: SECRET,
      pending_expires_at: TECHNICAL,
      last_step: TECHNICAL,
    },
  }),
  recovery_codes: ownTable('Your recovery codes.', {
    exported: [],
    omitted: { user_id: OWN_ID, code_hash: SECRET },
  }),
  passkeys: ownTable('Your passkeys.', {
    exported: ['name', 'created_at', 'last_used_at'],
    omitted: {
      id: TECHNICAL,
      user_id: OWN_ID,
      credential_id: TECHNICAL,
      public_key: TECHNICAL,
      sign_count: TECHNICAL,
      transports: TECHNICAL,
    },
  }),
  passkey_challenges: { impersonal: 'random values under hashes, for five minutes' },
  password_resets: ownTable('Links to a new password that you have requested.', {
    exported: ['created_at', 'expires_at'],
    omitted: { token_hash: SECRET, user_id: OWN_ID },
  }),
  email_confirmations: ownTable('Links that confirm your email addresses.', {
    exported: ['email', 'created_at', 'expires_at'],
    omitted: { token_hash: SECRET, user_id: OWN_ID },
  }),
  email_changes: ownTable('Your previous email addresses, which a link of a mail can restore.', {
    exported: ['previous_email', 'created_at', 'expires_at'],
    omitted: { id: TECHNICAL, user_id: OWN_ID, factors: SECRET, token_hashes: SECRET },
  }),
  mail_settings: ownTable('What you want no mail about.', {
    exported: ['off'],
    omitted: { user_id: OWN_ID, unsubscribe_token: SECRET },
  }),
  calendar_feeds: ownTable('When you have created the address of your calendar.', {
    exported: ['created_at'],
    omitted: { user_id: OWN_ID, token: SECRET },
  }),
  data_exports: ownTable('This export.', {
    exported: ['requested_at'],
    omitted: {
      id: TECHNICAL,
      user_id: OWN_ID,
      attempts: TECHNICAL,
      completed_at: TECHNICAL,
      failed_at: TECHNICAL,
      expires_at: TECHNICAL,
    },
  }),
  data_export_parts: { impersonal: 'places of the file of an export, deleted with it' },
  job_requests: ownTable('The changes of jobs that you have sent, to make each one once.', {
    key: 'id',
    exported: ['id', 'job_id', 'created_at'],
    omitted: {
      user_id: OWN_ID,
      key: TECHNICAL,
      digest: TECHNICAL,
      response: 'the job, which jobs.json has',
    },
    kept: 'requests of others, whose stored responses name the parties, until housekeeping deletes them',
  }),
  jobs: {
    about: 'The jobs that you have posted or accepted.',
    rows: OF_JOB,
    key: 'id',
    exported: [
      'id',
      ...Object.keys(contentView).map(columnOf),
      'latitude',
      'longitude',
      'place',
      'status',
      'progress',
      'client_id',
      'pilot_id',
      'deadline',
      'deadline_has_time',
      'area',
      'area_square_meters',
      'created_at',
      'updated_at',
      'published_at',
      'terms_changed_at',
      'handed_over_at',
      'opened_at',
      'change_requests',
      'changes_requested_at',
      'end_requested_at',
    ],
    omitted: {
      idempotency_key: TECHNICAL,
      former_pilot_ids: 'other pilots; the own part is in flight_data, job_files and job_events',
    },
    // Those with work are taken off the market: see AccountDeletions.
    deleted: `client_id = $1 AND status = 'pending' AND pilot_id IS NULL
      AND NOT ${HAS_WORK}`,
    kept: OTHER_PARTY,
  },
  job_files: {
    about:
      'The files that you have attached to jobs, those that you have delivered, and the logs of your flights. They are in files/attachments, files/deliverables and files/flight-logs.',
    rows: 'uploaded_by = $1',
    key: 'id',
    exported: [
      'id',
      'job_id',
      'purpose',
      'record_id',
      'file_name',
      'file_type',
      'media_type',
      'file_size',
      'file_modified_at',
      'received_bytes',
      'created_at',
      'completed_at',
    ],
    omitted: {
      uploaded_by: OWN_ID,
      has_preview: TECHNICAL,
      preview: 'a small copy of the file',
      idempotency_key: TECHNICAL,
      upload_expires_at: TECHNICAL,
    },
    deleted: 'uploaded_by = $1 AND completed_at IS NULL',
    kept: OTHER_PARTY,
  },
  job_file_parts: { impersonal: 'places of the files of jobs, deleted with them' },
  content_parts: { impersonal: 'contents of files, deleted with the rows of the files' },
  content_hashes: { impersonal: 'hashes of contents of files, deleted with the contents' },
  unclaimed_contents: { impersonal: 'contents that a sweep is about to delete' },
  flight_data: {
    about: 'The flights that you have recorded.',
    rows: OF_PILOT,
    key: 'id',
    exported: [
      'id',
      'job_id',
      'flight_number',
      'duration',
      'altitude',
      'coverage_area',
      'resolution',
      'notes',
      'camera',
      'log',
      'evidence',
      'created_at',
    ],
    omitted: {
      pilot_id: OWN_ID,
      log_sha256: IN_EVIDENCE,
      started_at: IN_EVIDENCE,
      ended_at: IN_EVIDENCE,
      idempotency_key: TECHNICAL,
    },
    deleted: null,
    kept: OTHER_PARTY,
  },
  flight_tracks: {
    about: 'The tracks of the flights that you have recorded.',
    rows: 'record_id IN (SELECT id FROM flight_data WHERE pilot_id = $1)',
    key: 'record_id',
    exported: ['record_id', 'track'],
    omitted: {},
    deleted: null,
    kept: OTHER_PARTY,
  },
  report_links: {
    about: 'The links with which you share evidence reports.',
    rows: 'job_id IN (SELECT id FROM jobs WHERE client_id = $1)',
    key: 'job_id',
    exported: ['job_id', 'created_at', 'expires_at'],
    omitted: { token_hash: SECRET },
    deleted: 'job_id IN (SELECT id FROM jobs WHERE client_id = $1)',
    kept: null,
  },
  payments: {
    about: 'The payments of your jobs.',
    rows: `job_id IN (SELECT id FROM jobs WHERE ${OF_JOB})`,
    key: 'id',
    exported: [
      'id',
      'job_id',
      'provider',
      'status',
      'amount',
      'refunded_amount',
      'refunded_at',
      'currency',
      'transaction_id',
      'card_brand',
      'card_last4',
      'created_at',
      'updated_at',
    ],
    omitted: {
      attempt: TECHNICAL,
      failure_code: TECHNICAL,
      submitted: TECHNICAL,
      checks: TECHNICAL,
      check_after: TECHNICAL,
      version: TECHNICAL,
    },
    deleted: null,
    kept: OTHER_PARTY,
  },
  ledger_entries: {
    about: 'The movements of money of your jobs: what you have paid, or your share.',
    rows: OF_USER,
    key: 'id',
    exported: ['id', 'movement', 'kind', 'account', 'amount', 'payment_id', 'job_id', 'at'],
    omitted: { user_id: OWN_ID },
    deleted: null,
    kept: OTHER_PARTY,
  },
  payout_accounts: ownTable('Your account at the payment provider, which receives your share.', {
    exported: ['account_id', 'state', 'due_at', 'created_at'],
    omitted: { user_id: OWN_ID, attempt: TECHNICAL, version: TECHNICAL },
  }),
  pilot_transfers: {
    about: 'The transfers of your share to your account at the payment provider.',
    rows: OF_PILOT,
    key: 'id',
    exported: [
      'id',
      'payment_id',
      'job_id',
      'number',
      'amount_cents',
      'reversed_cents',
      'status',
      'provider_transfer_id',
      'failure',
      'payout_id',
      'created_at',
      'transferred_at',
    ],
    omitted: { pilot_id: OWN_ID, attempt: TECHNICAL, reversing_cents: TECHNICAL },
    deleted: null,
    kept: OTHER_PARTY,
  },
  payouts: {
    about: 'The payouts to your bank.',
    rows: OF_PILOT,
    key: 'id',
    exported: [
      'id',
      'week',
      'amount_cents',
      'status',
      'provider_payout_id',
      'arrives_on',
      'failure_code',
      'failure_message',
      'created_at',
      'paid_at',
      'repeated_at',
    ],
    omitted: { pilot_id: OWN_ID, attempt: TECHNICAL },
    deleted: null,
    kept: 'accounting needs them',
  },
  provider_events: { impersonal: 'ids of events, without their content' },
  job_events: {
    about: 'What you have changed of jobs.',
    rows: 'actor_id = $1',
    key: 'id',
    exported: ['id', 'job_id', 'at', 'kind', 'before', 'after'],
    omitted: { actor_id: OWN_ID },
    deleted: null,
    kept: 'the history of the job with the comments on it; it has no names of users, and the texts of withdrawn jobs until housekeeping deletes them',
  },
  audit_events: {
    about: 'Changes of your account, and changes of money that you have caused.',
    rows: `(subject = 'user:' || $1::text OR actor = 'user:' || $1::text)`,
    key: 'id',
    exported: ['id', 'at', 'actor', 'action', 'subject', 'before', 'after'],
    omitted: {},
    deleted: null,
    kept: 'the audit trail, which has ids and neither names nor addresses',
  },
  outgoing_mails: ownTable('The mails that were sent to you.', {
    rows: `(user_id = $1 OR ${OF_ADDRESS})`,
    key: 'id',
    exported: ['id', 'kind', 'job_id', 'detail', 'created_at', 'sent_at'],
    omitted: {
      user_id: OWN_ID,
      address: 'the email, which account.json has',
      attempted_at: TECHNICAL,
    },
    kept: 'mails to others that name the user, until housekeeping deletes them',
  }),
  rate_limits: { impersonal: 'counters under hashes for a day, and hashes of networks for 30 days' },
  migrations: { impersonal: 'the steps of the schema' },
};

/** The tables with rows about users, in the order of an export. */
export const PERSONAL: readonly (readonly [name: string, table: PersonalTable])[] = Object.entries(
  PERSONAL_TABLES,
).flatMap(([name, table]) => (isPersonal(table) ? [[name, table] as const] : []));
