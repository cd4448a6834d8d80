import {
  permission,
  type JobRelation,
  type JobStatus,
  type PermissionName,
  type Role,
} from '@dps/shared-contracts';

/** Who calls: nobody, somebody whose session has ended, or one of four people who stand differently to the jobs. */
export const PEOPLE = ['owner', 'other client', 'assigned pilot', 'other pilot'] as const;
export type PersonName = (typeof PEOPLE)[number];
export const IDENTITIES = ['anonymous', 'expired session', ...PEOPLE] as const;
export type Identity = (typeof IDENTITIES)[number];

/** What a job can have come to; from pending on it has a pilot. Missing is a job of which there is only the id. */
export const STAGES = ['missing', 'open', 'pending', 'in-progress', 'review', 'completed', 'paid'] as const;
export type Stage = (typeof STAGES)[number];

/** What a call is about: nothing but the caller's session, an account by its id, or a job. */
export type Subject =
  { kind: 'session' } | { kind: 'account'; person: PersonName } | { kind: 'job'; stage: Stage };

export type Outcome = 'done' | 401 | 403 | 404 | 409;

export const ROLE_OF: Readonly<Record<PersonName, Role>> = {
  owner: 'client',
  'other client': 'client',
  'assigned pilot': 'pilot',
  'other pilot': 'pilot',
};

const isAssigned = (who: PersonName, stage: Stage) => who === 'assigned pilot' && stage !== 'open';

/** The relations of the permission table in terms of the people and stages here: said again, not asked of the product. */
const STANDS: Readonly<Record<JobRelation, (who: PersonName, stage: Stage) => boolean>> = {
  owner: (who) => who === 'owner',
  'assigned-pilot': isAssigned,
  'any-pilot': (who) => ROLE_OF[who] === 'pilot',
  reader: (who, stage) =>
    who === 'owner' || isAssigned(who, stage) || (stage === 'open' && ROLE_OF[who] === 'pilot'),
};

export function statusOf(stage: Stage): JobStatus {
  return stage === 'open' || stage === 'missing' ? 'pending' : stage;
}

function forJob(name: PermissionName, who: PersonName, stage: Stage): Outcome {
  const { job, statuses, unassigned } = permission(name);
  if (job && !STANDS[job](who, stage)) return job === 'reader' ? 404 : 403;
  if (statuses && !statuses.includes(statusOf(stage))) return 409;
  return unassigned && stage !== 'open' ? 409 : 'done';
}

function forPerson(name: PermissionName, who: PersonName, subject: Subject): Outcome {
  const { account } = permission(name);
  if (!isFor(name, who)) return 403;
  if (account === 'self' && subject.kind === 'account' && subject.person !== who) return 403;
  return subject.kind === 'job' ? forJob(name, who, subject.stage) : 'done';
}

const isPublic = (name: PermissionName) => permission(name).roles === 'public';
const isFor = (name: PermissionName, who: PersonName) => permission(name).roles.includes(ROLE_OF[who]);

/** Of several permissions for one use of a call, the one that allows most counts. */
const MOST_ALLOWED: readonly Outcome[] = ['done', 409, 404, 403];

interface Use {
  /** The permission that lets somebody call at all. */
  declares: PermissionName;
  /** The permissions for what is done by the call; any one is enough. */
  asks: readonly PermissionName[];
}

/** What the permission table says of a use of a call. */
export function expectedOutcome({ declares, asks }: Use, who: Identity, subject: Subject): Outcome {
  if (isPublic(declares)) return 'done';
  if (who === 'anonymous' || who === 'expired session') return 401;
  if (!isFor(declares, who)) return 403;
  if (subject.kind === 'job' && subject.stage === 'missing') return 404;
  const outcomes = new Set(asks.map((name) => forPerson(name, who, subject)));
  return MOST_ALLOWED.find((outcome) => outcomes.has(outcome)) ?? 403;
}
