import {
  DELIVERABLE_STATUSES,
  JOB_STATUSES,
  PAYABLE_STATUSES,
  UNSUBMITTED_STATUSES,
  type JobStatus,
} from './domain/job.ts';
import type { Role } from './domain/role.ts';

/**
 * Relation of a user to a job. A participant is the owner or the assigned pilot. A contributor is a participant or a former
 * pilot. An applicant is a participant or, while the job is open, any pilot. A reader is a contributor or an applicant.
 */
export type JobRelation =
  | 'owner'
  | 'assigned-pilot'
  | 'participant'
  | 'contributor'
  | 'applicant'
  | 'reader'
  | 'any-pilot';

interface Permission {
  /** Roles that may call; `public` does not need a session. */
  readonly roles: 'public' | readonly Role[];
  /**
   * Required account, if the call names an account by id: the user's own, a known pilot, or the account of a session or a
   * passkey. A known pilot is the user or the pilot of one of the user's jobs. Only the API can check jobs, sessions and passkeys.
   */
  readonly account?: 'self' | 'known-pilot' | 'of-session' | 'of-passkey';
  /** Requires that the user has just signed in again for this one call. Only the API can check it. */
  readonly proof?: true;
  /** Requires a confirmed email address, in a deployment that sends mail. Only the API can check both. */
  readonly confirmedEmail?: true;
  /** Required relation to the job. */
  readonly job?: JobRelation;
  /** Statuses of the job that allow the action; any other is a conflict. */
  readonly statuses?: readonly JobStatus[];
  /** Requires a job with a pilot (true) or without one (false). */
  readonly assigned?: boolean;
}

const EVERYONE: readonly Role[] = ['pilot', 'client'];
const UNPAID = JOB_STATUSES.filter((status) => status !== 'paid');

/** The permission table. Each API route names its permission; screens use the same table. */
export const PERMISSIONS = {
  'health.read': { roles: 'public' },
  // A login can fail, so it needs no role.
  'telemetry.report': { roles: 'public' },
  'auth.login': { roles: 'public' },
  // The signature of the passkey names the user.
  'auth.request-passkey': { roles: 'public' },
  'auth.login-with-passkey': { roles: 'public' },
  'auth.signup': { roles: 'public' },
  'auth.read-common-passwords': { roles: 'public' },
  // A user who forgot the password, or lost the account, has no session. The token of the mail names the user.
  'auth.request-reset': { roles: 'public' },
  'auth.reset-password': { roles: 'public' },
  'auth.undo-email-change': { roles: 'public' },
  // The own account only: the owner of a mailbox must not confirm an account that another user has set up.
  'auth.confirm-email': { roles: EVERYONE },
  'auth.logout': { roles: EVERYONE },
  'user.read-current': { roles: EVERYONE },
  'user.update-profile': { roles: EVERYONE },
  'user.update-image': { roles: EVERYONE },
  // The own account only: the session is the account. The body of the change proves the password.
  'user.change-password': { roles: EVERYONE },
  'user.send-confirmation': { roles: EVERYONE },
  'user.cancel-email-change': { roles: EVERYONE },
  'user.read-sessions': { roles: EVERYONE },
  'user.end-session': { roles: EVERYONE, account: 'of-session', proof: true },
  'user.end-other-sessions': { roles: EVERYONE, proof: true },
  'user.read-second-factor': { roles: EVERYONE },
  'user.change-second-factor': { roles: EVERYONE, proof: true },
  // The code proves the secret, which only the call with the proof has returned.
  'user.confirm-second-factor': { roles: EVERYONE },
  'user.read-quotas': { roles: EVERYONE },
  'user.read-export': { roles: EVERYONE },
  'user.request-export': { roles: EVERYONE, proof: true },
  'user.download-export': { roles: EVERYONE },
  'user.read-deletion': { roles: EVERYONE },
  'user.request-deletion': { roles: EVERYONE, proof: true },
  'user.keep-account': { roles: EVERYONE },
  'user.read-passkeys': { roles: EVERYONE },
  'user.start-passkey': { roles: EVERYONE, proof: true },
  // The passkey signs the challenge, which only the call with the proof has returned.
  'user.add-passkey': { roles: EVERYONE },
  'user.change-passkey': { roles: EVERYONE, account: 'of-passkey', proof: true },
  'mail.read': { roles: EVERYONE },
  'mail.set': { roles: EVERYONE },
  // Programs for mail have no session. The address is secret, and the token in it names the user.
  'mail.unsubscribe': { roles: 'public' },
  'calendar.read': { roles: EVERYONE },
  'calendar.set-address': { roles: EVERYONE },
  // Calendar services have no session. The address is secret, and the token in it names the user.
  'calendar.read-feed': { roles: 'public' },
  // The own jobs only: the session is the account.
  'events.read': { roles: EVERYONE },
  'towns.search': { roles: EVERYONE },
  'jobs.list-for-pilot': { roles: ['pilot'], account: 'self' },
  'jobs.list-for-client': { roles: ['client'], account: 'self' },
  'jobs.list-available': { roles: ['pilot'] },
  'jobs.read': { roles: EVERYONE, job: 'reader' },
  'jobs.read-history': { roles: EVERYONE, job: 'participant' },
  // A job of an unconfirmed address is published when the address is confirmed.
  'jobs.create': { roles: ['client'] },
  // Clients and pilots change different fields through the same calls; each field has its own permission below.
  'jobs.update': { roles: EVERYONE },
  'jobs.set-status': { roles: EVERYONE },
  'jobs.edit': { roles: ['client'], job: 'owner', statuses: UNSUBMITTED_STATUSES },
  'jobs.set-progress': { roles: ['pilot'], job: 'assigned-pilot', statuses: UNSUBMITTED_STATUSES },
  'jobs.advance': { roles: ['pilot'], job: 'assigned-pilot', statuses: ['pending', 'in-progress', 'review'] },
  'jobs.request-changes': { roles: ['client'], job: 'owner', statuses: ['review'] },
  'jobs.record-manual-payment': { roles: ['pilot'], job: 'assigned-pilot', statuses: ['completed'] },
  // Only a card payment sets the status paid: a client cannot set it.
  'jobs.declare-paid': { roles: ['client'], job: 'owner', statuses: [] },
  'jobs.accept': {
    roles: ['pilot'],
    confirmedEmail: true,
    account: 'self',
    job: 'any-pilot',
    statuses: ['pending'],
    assigned: false,
  },
  'jobs.take-back': { roles: ['pilot'], job: 'assigned-pilot', statuses: ['review'] },
  // The end of an assignment: before the work starts, by the pilot who has started, and by the owner of started work.
  'jobs.release': { roles: EVERYONE, job: 'participant', statuses: ['pending'], assigned: true },
  'jobs.withdraw': { roles: ['pilot'], job: 'assigned-pilot', statuses: ['in-progress'] },
  'jobs.end': { roles: ['client'], job: 'owner', statuses: ['in-progress'] },
  'jobs.decide-end': { roles: ['pilot'], job: 'assigned-pilot', statuses: ['in-progress'] },
  'jobs.delete': { roles: ['client'], job: 'owner', statuses: ['pending'], assigned: false },
  'attachments.add': { roles: ['client'], job: 'owner', statuses: UNPAID },
  // A pilot has accepted the job with its attachments.
  'attachments.remove': { roles: ['client'], job: 'owner', statuses: ['pending'], assigned: false },
  'attachments.read': { roles: EVERYONE, job: 'applicant' },
  // Clients attach and pilots deliver files through the same calls; each purpose has its own permission.
  'uploads.send': { roles: EVERYONE },
  'deliverables.add': { roles: ['pilot'], job: 'assigned-pilot', statuses: DELIVERABLE_STATUSES },
  'deliverables.remove': { roles: ['pilot'], job: 'assigned-pilot', statuses: DELIVERABLE_STATUSES },
  // Pilots read their own deliverables and flights, and no others.
  'deliverables.read': { roles: EVERYONE, job: 'contributor' },
  'flight-records.list': { roles: EVERYONE, account: 'self' },
  'flight-records.read': { roles: EVERYONE, job: 'contributor' },
  'flight-records.add': { roles: ['pilot'], job: 'assigned-pilot', statuses: UNPAID },
  'coverage.read': { roles: EVERYONE, job: 'contributor' },
  'reports.read': { roles: EVERYONE, job: 'participant' },
  'reports.share': { roles: ['client'], job: 'owner' },
  // For readers without an account. The address is secret, and the token in it names the report.
  'reports.read-shared': { roles: 'public' },
  'questions.read': { roles: EVERYONE, job: 'reader' },
  'questions.ask': {
    roles: ['pilot'],
    confirmedEmail: true,
    job: 'applicant',
    statuses: ['pending'],
    assigned: false,
  },
  'questions.answer': { roles: ['client'], job: 'owner', statuses: ['pending'], assigned: false },
  'questions.report': { roles: EVERYONE, job: 'reader' },
  // The own threads only: the session is the account.
  'threads.list': { roles: EVERYONE },
  // A pilot has one thread for each job. A former pilot still reads it, and can no longer write.
  'messages.read': { roles: EVERYONE, job: 'contributor' },
  'messages.mark-read': { roles: EVERYONE, job: 'contributor' },
  'messages.send': { roles: EVERYONE, job: 'contributor', assigned: true },
  // A former pilot gets the reason why no message can be sent, and uploads no file.
  'messages.attach': { roles: EVERYONE, job: 'participant', assigned: true },
  'messages.report': { roles: EVERYONE, job: 'contributor' },
  'threads.block': { roles: EVERYONE, job: 'contributor', assigned: true },
  'pilots.read': { roles: EVERYONE, account: 'known-pilot' },
  // The own jobs only: the session is the account.
  'payments.list': { roles: EVERYONE },
  'payments.pay': { roles: ['client'], job: 'owner', statuses: PAYABLE_STATUSES },
  // Also after payment: the webhook may settle the job before the browser confirms.
  'payments.confirm': { roles: ['client'], job: 'owner', statuses: [...PAYABLE_STATUSES, 'paid'] },
  'payments.webhook': { roles: 'public' },
  'payouts.read': { roles: ['pilot'] },
  'payout-account.read': { roles: ['pilot'] },
  'payout-account.set-up': { roles: ['pilot'] },
} as const satisfies Record<string, Permission>;
export type PermissionName = keyof typeof PERMISSIONS;

export interface Actor {
  id: number;
  role: Role;
}

/** Fields of a job that permissions depend on. */
export interface JobFacts {
  clientId: number;
  pilotId: number | null;
  status: JobStatus;
  /** Null while the job is not published. */
  publishedAt?: Date | string | null | undefined;
  /** The pilots whose assignment has ended. Only the API knows them. */
  formerPilotIds?: readonly number[];
}

export type Decision = 'allow' | 'forbid' | 'conflict';

/** Returns a row of the table, widened from its literal type. */
export function permission(name: PermissionName): Permission {
  return PERMISSIONS[name];
}

/** Returns whether a role may use a permission on any job. */
export function roleMay(name: PermissionName, role: Role): boolean {
  const { roles } = permission(name);
  return roles === 'public' || roles.includes(role);
}

/** Returns whether an actor may use a permission on the account with this id, as far as it needs no knowledge of jobs. */
export function accountMay(name: PermissionName, actor: Actor, accountId: number): boolean {
  return roleMay(name, actor.role) && (permission(name).account !== 'self' || actor.id === accountId);
}

/**
 * Decides whether an actor may use a permission on a job: `forbid` depends on the actor, `conflict` on the current state of
 * the job.
 */
export function decide(name: PermissionName, actor: Actor, job: JobFacts): Decision {
  const { job: relation, statuses, assigned } = permission(name);
  if (!roleMay(name, actor.role) || (relation && !RELATIONS[relation](actor, job))) return 'forbid';
  if (statuses && !statuses.includes(job.status)) return 'conflict';
  const hasPilot = job.pilotId !== null;
  return assigned === undefined || assigned === hasPilot ? 'allow' : 'conflict';
}

/** True if the decision is `allow`; for buttons on screens. */
export function may(name: PermissionName, actor: Actor, job: JobFacts): boolean {
  return decide(name, actor, job) === 'allow';
}

const owns = (actor: Actor, job: JobFacts) => actor.role === 'client' && job.clientId === actor.id;
const flies = (actor: Actor, job: JobFacts) => actor.role === 'pilot' && job.pilotId === actor.id;
const participates = (actor: Actor, job: JobFacts) => owns(actor, job) || flies(actor, job);

const contributes = (actor: Actor, job: JobFacts) =>
  participates(actor, job) || (actor.role === 'pilot' && (job.formerPilotIds?.includes(actor.id) ?? false));
const applies = (actor: Actor, job: JobFacts) =>
  participates(actor, job) || (actor.role === 'pilot' && job.pilotId === null && job.publishedAt !== null);

const RELATIONS = {
  owner: owns,
  'assigned-pilot': flies,
  'any-pilot': (actor) => actor.role === 'pilot',
  participant: participates,
  contributor: contributes,
  applicant: applies,
  reader: (actor, job) => contributes(actor, job) || applies(actor, job),
} as const satisfies Record<JobRelation, (actor: Actor, job: JobFacts) => boolean>;
