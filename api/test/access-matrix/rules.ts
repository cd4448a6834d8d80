import { permission, type JobRelation, type JobStatus, type PermissionName, type Role } from '@dps/contract';

/** Users with different relations to the jobs. */
export const ACTORS = ['owner', 'other client', 'assigned pilot', 'other pilot'] as const;
export type Actor = (typeof ACTORS)[number];
/** The sender of a call: a user, a client without a session, or a client with an expired session. */
export const IDENTITIES = ['anonymous', 'expired session', ...ACTORS] as const;
export type Identity = (typeof IDENTITIES)[number];

/** Stages of a job. From `pending` on the job has a pilot. A `missing` job does not exist. */
export const STAGES = ['missing', 'open', 'pending', 'in-progress', 'review', 'completed', 'paid'] as const;
export type Stage = (typeof STAGES)[number];

/** The subject of a call: the caller's session, an account, or a job. */
export type Subject = { kind: 'session' } | { kind: 'account'; actor: Actor } | { kind: 'job'; stage: Stage };

export type Outcome = 'done' | 401 | 403 | 404 | 409;

export const ROLE_OF: Readonly<Record<Actor, Role>> = {
  owner: 'client',
  'other client': 'client',
  'assigned pilot': 'pilot',
  'other pilot': 'pilot',
};

const isAssigned = (actor: Actor, stage: Stage) => actor === 'assigned pilot' && stage !== 'open';

const applies = (actor: Actor, stage: Stage) =>
  actor === 'owner' || isAssigned(actor, stage) || (stage === 'open' && ROLE_OF[actor] === 'pilot');

/** The relations of the permission table, implemented a second time and independent of the product code. */
const RELATIONS: Readonly<Record<JobRelation, (actor: Actor, stage: Stage) => boolean>> = {
  owner: (actor) => actor === 'owner',
  'assigned-pilot': isAssigned,
  participant: (actor, stage) => actor === 'owner' || isAssigned(actor, stage),
  'any-pilot': (actor) => ROLE_OF[actor] === 'pilot',
  // The open job with deliverables and flights has a former pilot, who is the pilot of the other jobs.
  contributor: (actor) => actor === 'owner' || actor === 'assigned pilot',
  applicant: applies,
  reader: applies,
};

export function statusOf(stage: Stage): JobStatus {
  return stage === 'open' || stage === 'missing' ? 'pending' : stage;
}

/** The permissions without which the response hides that the subject exists. */
const HIDING: ReadonlySet<PermissionName> = new Set([
  'jobs.read',
  'jobs.read-history',
  'attachments.read',
  'deliverables.read',
  'flight-records.read',
  'coverage.read',
  'reports.read',
  'questions.read',
  'questions.ask',
  'questions.report',
  'messages.read',
  'messages.mark-read',
  'messages.send',
  'messages.attach',
  'messages.report',
  'threads.block',
]);

function forJob(name: PermissionName, actor: Actor, stage: Stage): Outcome {
  const { job, statuses, assigned } = permission(name);
  if (job && !RELATIONS[job](actor, stage)) return HIDING.has(name) ? 404 : 403;
  if (statuses && !statuses.includes(statusOf(stage))) return 409;
  return assigned === undefined || assigned === (stage !== 'open') ? 'done' : 409;
}

/** A client sees the pilots of the own jobs, and a pilot sees the own figures. */
function seesPilot(actor: Actor, account: Actor): boolean {
  if (ROLE_OF[account] !== 'pilot') return false;
  return actor === account || (actor === 'owner' && account === 'assigned pilot');
}

/** The parties of the jobs in progress. */
const hasUnfinishedJobs = (actor: Actor) => actor === 'owner' || actor === 'assigned pilot';

function forActor(name: PermissionName, actor: Actor, subject: Subject): Outcome {
  const { account } = permission(name);
  if (!isFor(name, actor)) return 403;
  if (name === 'user.request-deletion' && hasUnfinishedJobs(actor)) return 409;
  if (account === 'self' && subject.kind === 'account' && subject.actor !== actor) return 403;
  if (account === 'known-pilot' && subject.kind === 'account')
    return seesPilot(actor, subject.actor) ? 'done' : 404;
  if ((account === 'of-session' || account === 'of-passkey') && subject.kind === 'account')
    return subject.actor === actor ? 'done' : 404;
  return subject.kind === 'job' ? forJob(name, actor, subject.stage) : 'done';
}

const isPublic = (name: PermissionName) => permission(name).roles === 'public';
const isFor = (name: PermissionName, actor: Actor) => permission(name).roles.includes(ROLE_OF[actor]);

/** Outcomes in order: if several permissions cover one use of a call, the first outcome here applies. */
const MOST_ALLOWED: readonly Outcome[] = ['done', 409, 404, 403];

interface Use {
  /** The permission that the route declares. */
  declares: PermissionName;
  /** The permissions that cover this use of the route; any one is enough. */
  requires: readonly PermissionName[];
}

/** The outcome of a call by the permission table. */
export function expectedOutcome({ declares, requires }: Use, actor: Identity, subject: Subject): Outcome {
  if (isPublic(declares)) return 'done';
  if (actor === 'anonymous' || actor === 'expired session') return 401;
  if (!isFor(declares, actor)) return 403;
  if (subject.kind === 'job' && subject.stage === 'missing') return 404;
  const outcomes = new Set(requires.map((name) => forActor(name, actor, subject)));
  return MOST_ALLOWED.find((outcome) => outcomes.has(outcome)) ?? 403;
}
