import { AbuseReport } from '../modules/abuse-reports/abuse-report.entity.ts';
import { AuditEvent } from '../modules/administration/audit-event.entity.ts';
import { ContentPart } from '../modules/job-files/content/content-part.entity.ts';
import { ContentHashes } from '../modules/job-files/content/block-hashes.ts';
import { UnclaimedContent } from '../modules/job-files/content/unclaimed-content.entity.ts';
import { JobFile, JobFilePart } from '../modules/job-files/job-file.entity.ts';
import { Passkey, PasskeyChallenge } from '../modules/auth/passkey.entity.ts';
import { Authenticator, RecoveryCode } from '../modules/auth/second-factor.entity.ts';
import { Session } from '../modules/auth/session.entity.ts';
import { KnownDevice } from '../modules/auth/known-devices.ts';
import { CalendarFeed } from '../modules/calendar/calendar-feed.entity.ts';
import { ReportLink } from '../modules/flight-data/report/report-link.entity.ts';
import { FlightRecord, FlightTrack } from '../modules/flight-data/flight-record.entity.ts';
import { JobEvent } from '../modules/job-events/job-event.entity.ts';
import { JobRequest } from '../modules/jobs/job-request.entity.ts';
import { Job } from '../modules/jobs/job.entity.ts';
import { EmailConfirmationToken } from '../modules/mail/email-confirmation.entity.ts';
import { EmailChange } from '../modules/mail/email-change.entity.ts';
import { PasswordResetToken } from '../modules/mail/password-reset.entity.ts';
import { MailSettingsRow } from '../modules/mail/mail-settings.entity.ts';
import { OutgoingMail } from '../modules/mail/outgoing-mail.entity.ts';
import { Message } from '../modules/messages/message.entity.ts';
import { Thread, ThreadMember } from '../modules/messages/thread.entity.ts';
import { LedgerEntry } from '../modules/payments/ledger/ledger-entry.entity.ts';
import { Payment } from '../modules/payments/payment.entity.ts';
import { PayoutAccount } from '../modules/payments/payout-account/payout-account.entity.ts';
import { Payout } from '../modules/payments/payouts/payout.entity.ts';
import { ProviderEvent } from '../modules/payments/provider-event.entity.ts';
import { PilotTransfer } from '../modules/payments/transfers/pilot-transfer.entity.ts';
import { DataExport, DataExportPart } from '../modules/personal-data/data-export.entity.ts';
import { JobQuestion } from '../modules/questions/question.entity.ts';
import { FormerUsername, User } from '../modules/users/user.entity.ts';
import { RateLimit } from '../platform/throttling/rate-limit.entity.ts';

/** All entities. The drift check compares them with the schema of the migrations. */
export const ENTITIES = [
  User,
  FormerUsername,
  Session,
  Authenticator,
  RecoveryCode,
  Passkey,
  PasskeyChallenge,
  RateLimit,
  Job,
  JobRequest,
  JobFile,
  JobFilePart,
  ContentPart,
  UnclaimedContent,
  ContentHashes,
  FlightRecord,
  FlightTrack,
  ReportLink,
  JobQuestion,
  Payment,
  LedgerEntry,
  PayoutAccount,
  Payout,
  PilotTransfer,
  ProviderEvent,
  AuditEvent,
  JobEvent,
  CalendarFeed,
  Thread,
  ThreadMember,
  Message,
  AbuseReport,
  OutgoingMail,
  EmailChange,
  PasswordResetToken,
  EmailConfirmationToken,
  MailSettingsRow,
  KnownDevice,
  DataExport,
  DataExportPart,
];
