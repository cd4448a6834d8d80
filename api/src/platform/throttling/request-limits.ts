import { DELIVERABLES_JOB_MAX_BYTES, type PermissionName } from '@dps/contract';
import { limitKey, type Limit } from './rate-limiter.ts';

type Rate = Pick<Limit, 'most' | 'windowSeconds'>;

interface RequestLimit {
  /** Limits of one account. Empty for calls without a session. */
  account: readonly Rate[];
  /** Limits of all clients of one network: see `clientNetwork`. */
  network: readonly Rate[];
}

/** All deliverables of a job, in KiB. */
const READ_KIB_PER_MINUTE = DELIVERABLES_JOB_MAX_BYTES / 1024;

const perMinute = (most: number): Rate => ({ most, windowSeconds: 60 });
const perQuarterHour = (most: number): Rate => ({ most, windowSeconds: 15 * 60 });
const perHour = (most: number): Rate => ({ most, windowSeconds: 60 * 60 });
const perDay = (most: number): Rate => ({ most, windowSeconds: 24 * 60 * 60 });

/** Limits of requests, whether they succeed or not. Users of the screens, also of a large office, stay below them. */
const REQUEST_LIMITS = {
  write: { account: [perMinute(120)], network: [perMinute(600)] },
  'post-job': { account: [perHour(30), perDay(100)], network: [perHour(120)] },
  // Twenty jobs with the maximum number of files.
  'add-attachment': { account: [perHour(100)], network: [perHour(500)] },
  // 7 GB in parts of 5 MB.
  'send-upload': { account: [perHour(1500)], network: [perHour(6000)] },
  // Calendar services read the feeds of many users from a few addresses.
  'read-calendar': { account: [], network: [perMinute(300)] },
  // A page reads its report once.
  'read-report': { account: [], network: [perMinute(60)] },
  'update-image': { account: [perHour(30)], network: [perHour(300)] },
  // Each costs a password hash, or the check of a signature. Failed sign-ins have lower limits: see `LoginThrottle`.
  'sign-in': { account: [], network: [perMinute(60)] },
  // Each stores a challenge for five minutes.
  'request-passkey': { account: [], network: [perMinute(60)] },
  'change-password': { account: [perHour(20)], network: [perHour(300)] },
  // A browser reads the list once a day.
  'read-common-passwords': { account: [], network: [perMinute(60)] },
  // Each sends a mail. Mails to one address have a lower limit: see `PasswordReset`.
  'request-reset': { account: [], network: [perHour(60)] },
  // Each sends a mail. Mails to one address have a lower limit: see `EmailConfirmation`.
  'send-confirmation': { account: [perHour(20)], network: [perHour(300)] },
  'confirm-email': { account: [], network: [perMinute(60)] },
  'change-second-factor': { account: [perHour(60)], network: [perHour(300)] },
  // Each makes a file of all data of the account.
  'request-export': { account: [perDay(5)], network: [perHour(60)] },
  'change-deletion': { account: [perHour(20)], network: [perHour(300)] },
  // Each mails the client. A pilot asks one question about a job.
  'ask-question': { account: [perHour(30), perDay(100)], network: [perHour(300)] },
  // A viewer of documents requests many ranges of a file.
  download: { account: [perMinute(300)], network: [perMinute(1200)] },
  // A field searches while the user types.
  'search-towns': { account: [perMinute(300)], network: [perMinute(3000)] },
  // A device sends the messages of a day at once when it has a network again.
  'send-message': { account: [perMinute(60), perDay(1000)], network: [perMinute(600)] },
  // Operators read each report.
  'report-abuse': { account: [perHour(10), perDay(30)], network: [perHour(100)] },
  'sign-up': { account: [], network: [perQuarterHour(100)] },
} as const satisfies Record<string, RequestLimit>;
export type LimitClass = keyof typeof REQUEST_LIMITS;

/** The permissions of reads with a session, and of writes with another protection. */
const UNLIMITED: ReadonlySet<PermissionName> = new Set([
  'health.read',
  'user.read-current',
  'user.read-sessions',
  'user.read-second-factor',
  'user.read-quotas',
  'user.read-export',
  'user.download-export',
  'user.read-deletion',
  'user.read-passkeys',
  'mail.read',
  'calendar.read',
  // Limited by the number of open streams.
  'events.read',
  'jobs.list-for-pilot',
  'jobs.list-for-client',
  'jobs.list-available',
  'jobs.read',
  'jobs.read-history',
  'attachments.read',
  'deliverables.read',
  'flight-records.list',
  'flight-records.read',
  'coverage.read',
  'threads.list',
  'messages.read',
  'reports.read',
  'questions.read',
  'pilots.read',
  'payments.list',
  'payouts.read',
  'payout-account.read',
  // Limited in memory: browsers report most failures while the database is unavailable.
  'telemetry.report',
  // Signed by the payment provider.
  'payments.webhook',
]);

const CLASSES: Partial<Record<PermissionName, LimitClass>> = {
  'auth.login': 'sign-in',
  'auth.request-passkey': 'request-passkey',
  'auth.login-with-passkey': 'sign-in',
  'auth.signup': 'sign-up',
  'auth.request-reset': 'request-reset',
  'auth.reset-password': 'change-password',
  'auth.undo-email-change': 'change-password',
  'auth.confirm-email': 'confirm-email',
  'user.send-confirmation': 'send-confirmation',
  'auth.read-common-passwords': 'read-common-passwords',
  'jobs.create': 'post-job',
  'attachments.add': 'add-attachment',
  'questions.ask': 'ask-question',
  'uploads.send': 'send-upload',
  'calendar.read-feed': 'read-calendar',
  'reports.read-shared': 'read-report',
  'towns.search': 'search-towns',
  'messages.send': 'send-message',
  'messages.report': 'report-abuse',
  'questions.report': 'report-abuse',
  'user.update-image': 'update-image',
  'user.change-password': 'change-password',
  'user.change-second-factor': 'change-second-factor',
  'user.request-export': 'request-export',
  'user.request-deletion': 'change-deletion',
  'user.keep-account': 'change-deletion',
  'user.confirm-second-factor': 'change-second-factor',
  'user.start-passkey': 'change-second-factor',
  'user.add-passkey': 'change-second-factor',
  'user.change-passkey': 'change-second-factor',
};

/** Returns the class of a permission's limits, by default `write`; null for a call without limits. */
export function limitClassOf(permission: PermissionName): LimitClass | null {
  return UNLIMITED.has(permission) ? null : (CLASSES[permission] ?? 'write');
}

interface Sender {
  /** Undefined without a session. */
  accountId: number | undefined;
  network: string;
}

/** Returns the limits of a request. `factor` multiplies the numbers of requests. */
export function requestLimits(name: LimitClass, { accountId, network }: Sender, factor: number): Limit[] {
  const { account: ofAccount, network: ofNetwork } = REQUEST_LIMITS[name];
  const limitsOf = (kind: 'account' | 'network', sender: string | number, rates: readonly Rate[]) =>
    rates.map(({ most, windowSeconds }) => ({
      key: limitKey(`${name}:${kind}`, sender, windowSeconds),
      most: most * factor,
      windowSeconds,
    }));
  return [
    ...(accountId === undefined ? [] : limitsOf('account', accountId, ofAccount)),
    ...limitsOf('network', network, ofNetwork),
  ];
}

/** Returns the limits of a download: those of its start, and the bytes that the account reads from the stores in a minute. */
export function downloadLimits(
  sender: Sender & { accountId: number },
  bytes: number,
  factor: number,
): Limit[] {
  const read = {
    key: limitKey('read-kib:account', sender.accountId),
    most: READ_KIB_PER_MINUTE * factor,
    windowSeconds: 60,
    hits: Math.ceil(bytes / 1024),
  };
  return [...requestLimits('download', sender, factor), read];
}
