import { JOB_TABLES } from './personal-job-tables.ts';
import { MONEY_TABLES } from './personal-money-tables.ts';
import {
  isPersonal,
  OWN_ID,
  ownTable,
  SECRET,
  TECHNICAL,
  type ImpersonalTable,
  type PersonalTable,
} from './personal-table.ts';

const OF_ADDRESS = 'lower(address) = (SELECT lower(email) FROM users WHERE id = $1)';

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
  ...JOB_TABLES,
  ...MONEY_TABLES,
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
