import type { MigrationClass } from '../forward-migration.ts';
import { InitialSchema1798200000000 } from './1798200000000-initial-schema.ts';
import { JobEvents1798200100000 } from './1798200100000-job-events.ts';
import { PaymentCard1798200200000 } from './1798200200000-payment-card.ts';
import { Deliverables1798400000000 } from './1798400000000-deliverables.ts';
import { ShortTexts1798400100000 } from './1798400100000-short-texts.ts';
import { IdempotencyKeys1798500000000 } from './1798500000000-idempotency-keys.ts';
import { CalendarFeeds1798600000000 } from './1798600000000-calendar-feeds.ts';
import { NotifyChanges1798700000000 } from './1798700000000-notify-changes.ts';
import { ReportLinks1798800000000 } from './1798800000000-report-links.ts';
import { SessionDevices1798900000000 } from './1798900000000-session-devices.ts';
import { JobRequests1799000000000 } from './1799000000000-job-requests.ts';
import { OutgoingMails1799100000000 } from './1799100000000-outgoing-mails.ts';
import { PasswordResets1799110000000 } from './1799110000000-password-resets.ts';
import { SecondFactors1799200000000 } from './1799200000000-second-factors.ts';
import { MailTopics1799300000000 } from './1799300000000-mail-topics.ts';
import { DueJobs1799310000000 } from './1799310000000-due-jobs.ts';
import { SecondFactorMails1799400000000 } from './1799400000000-second-factor-mails.ts';
import { AccountDeletion1799500000000 } from './1799500000000-account-deletion.ts';
import { RetentionIndexes1799510000000 } from './1799510000000-retention-indexes.ts';
import { DataExports1799520000000 } from './1799520000000-data-exports.ts';
import { Passkeys1799530000000 } from './1799530000000-passkeys.ts';
import { EmailConfirmations1799600000000 } from './1799600000000-email-confirmations.ts';
import { AccountRules1799650000000 } from './1799650000000-account-rules.ts';
import { DeletionMails1799660000000 } from './1799660000000-deletion-mails.ts';
import { OwnJobs1799700000000 } from './1799700000000-own-jobs.ts';
import { Proofs1799710000000 } from './1799710000000-proofs.ts';
import { EmailChanges1799711000000 } from './1799711000000-email-changes.ts';
import { ContentHashes1799720000000 } from './1799720000000-content-hashes.ts';
import { MergedMails1799740000000 } from './1799740000000-merged-mails.ts';
import { FormerUsernames1799741000000 } from './1799741000000-former-usernames.ts';
import { QuotaIndexes1799742000000 } from './1799742000000-quota-indexes.ts';

/** Every migration, oldest first. */
export const MIGRATIONS: readonly MigrationClass[] = [
  InitialSchema1798200000000,
  JobEvents1798200100000,
  PaymentCard1798200200000,
  Deliverables1798400000000,
  ShortTexts1798400100000,
  IdempotencyKeys1798500000000,
  CalendarFeeds1798600000000,
  NotifyChanges1798700000000,
  ReportLinks1798800000000,
  SessionDevices1798900000000,
  JobRequests1799000000000,
  OutgoingMails1799100000000,
  PasswordResets1799110000000,
  SecondFactors1799200000000,
  MailTopics1799300000000,
  DueJobs1799310000000,
  SecondFactorMails1799400000000,
  AccountDeletion1799500000000,
  RetentionIndexes1799510000000,
  DataExports1799520000000,
  Passkeys1799530000000,
  EmailConfirmations1799600000000,
  AccountRules1799650000000,
  DeletionMails1799660000000,
  OwnJobs1799700000000,
  Proofs1799710000000,
  EmailChanges1799711000000,
  ContentHashes1799720000000,
  MergedMails1799740000000,
  FormerUsernames1799741000000,
  QuotaIndexes1799742000000,
];
