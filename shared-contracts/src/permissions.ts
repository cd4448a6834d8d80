import {
  BUDGET_STATUSES,
  JOB_STATUSES,
  PAYABLE_STATUSES,
  PROGRESS_STATUSES,
  type JobStatus,
} from './domain/job-status.ts';
import type { Role } from './domain/role.ts';

/** How somebody stands to a job. A reader is its owner, its pilot or, while nobody has accepted it, any pilot. */
export type JobRelation = 'owner' | 'assigned-pilot' | 'reader' | 'any-pilot';

interface Permission {
  /** Who may call at all; `public` needs no session. */
  readonly roles: 'public' | readonly Role[];
  /** Only with one's own account, where a call names an account by its id. */
  readonly account?: 'self';
  /** The relation to the job that is asked for. */
  readonly job?: JobRelation;
  /** The statuses of the job in which it is possible; anything else is a conflict. */
  readonly statuses?: readonly JobStatus[];
  /** Only while nobody has accepted the job. */
  readonly unassigned?: true;
}

const EVERYONE: readonly Role[] = ['pilot', 'client'];
const UNPAID = JOB_STATUSES.filter((status) => status !== 'paid');

/** The one table of who may do what. Every route of the API names its permission; screens ask the same table. */
export const PERMISSIONS = {
  'health.read': { roles: 'public' },
  // Signing in can go wrong as well.
  'telemetry.report': { roles: 'public' },
  'auth.login': { roles: 'public' },
  'auth.signup': { roles: 'public' },
  'auth.logout': { roles: EVERYONE },
  'user.read-current': { roles: EVERYONE },
  'user.update-profile': { roles: EVERYONE },
  'user.update-image': { roles: EVERYONE },
  'jobs.list-for-pilot': { roles: ['pilot'], account: 'self' },
  'jobs.list-for-client': { roles: ['client'], account: 'self' },
  'jobs.list-available': { roles: ['pilot'] },
  'jobs.read': { roles: EVERYONE, job: 'reader' },
  'jobs.create': { roles: ['client'] },
  // The calls that change a job take different changes from different people; each change has its own permission below.
  'jobs.update': { roles: EVERYONE },
  'jobs.set-status': { roles: EVERYONE },
  'jobs.edit': { roles: ['client'], job: 'owner', statuses: UNPAID },
  'jobs.edit-budget': { roles: ['client'], job: 'owner', statuses: BUDGET_STATUSES },
  'jobs.set-progress': { roles: ['pilot'], job: 'assigned-pilot', statuses: PROGRESS_STATUSES },
  'jobs.advance': { roles: ['pilot'], job: 'assigned-pilot', statuses: ['pending', 'in-progress', 'review'] },
  'jobs.record-manual-payment': { roles: ['pilot'], job: 'assigned-pilot', statuses: ['completed'] },
  // Only the card payment makes a client's job paid: there is no status in which the client's word does.
  'jobs.declare-paid': { roles: ['client'], job: 'owner', statuses: [] },
  'jobs.accept': {
    roles: ['pilot'],
    account: 'self',
    job: 'any-pilot',
    statuses: ['pending'],
    unassigned: true,
  },
  'jobs.release': { roles: ['pilot'], job: 'assigned-pilot', statuses: ['pending'] },
  'jobs.delete': { roles: ['client'], job: 'owner', statuses: ['pending'], unassigned: true },
  'attachments.add': { roles: ['client'], job: 'owner', statuses: UNPAID },
  'attachments.read': { roles: EVERYONE, job: 'reader' },
  'flight-records.list': { roles: EVERYONE, account: 'self' },
  'flight-records.add': { roles: ['pilot'], job: 'assigned-pilot' },
  'payments.pay': { roles: ['client'], job: 'owner', statuses: PAYABLE_STATUSES },
  // Who has paid may hear it again: the provider's event may have settled the job before the browser confirms.
  'payments.confirm': { roles: ['client'], job: 'owner', statuses: [...PAYABLE_STATUSES, 'paid'] },
  'payments.webhook': { roles: 'public' },
} as const satisfies Record<string, Permission>;
export type PermissionName = keyof typeof PERMISSIONS;

export interface Actor {
  id: number;
  role: Role;
}

/** The fields of a job on which access depends. */
export interface JobFacts {
  clientId: number;
  pilotId: number | null;
  status: JobStatus;
}

export type Decision = 'allow' | 'forbid' | 'conflict';

/** The permission's row, widened from its literal type. */
export function permission(name: PermissionName): Permission {
  return PERMISSIONS[name];
}

/** Whether a role may use a permission at all, whatever the job. */
export function roleMay(name: PermissionName, role: Role): boolean {
  const { roles } = permission(name);
  return roles === 'public' || roles.includes(role);
}

/** Whether an actor may use a permission on the account with this id. */
export function accountMay(name: PermissionName, actor: Actor, accountId: number): boolean {
  return roleMay(name, actor.role) && (permission(name).account === undefined || actor.id === accountId);
}

/**
 * Whether an actor may do something with a job as it stands: `forbid` is about who asks, `conflict` about the state of
 * the job.
 */
export function decide(name: PermissionName, actor: Actor, job: JobFacts): Decision {
  const { job: relation, statuses, unassigned } = permission(name);
  if (!roleMay(name, actor.role) || (relation && !RELATIONS[relation](actor, job))) return 'forbid';
  if (statuses && !statuses.includes(job.status)) return 'conflict';
  return unassigned && job.pilotId !== null ? 'conflict' : 'allow';
}

/** True when the decision is to allow; for the buttons of a screen. */
export function may(name: PermissionName, actor: Actor, job: JobFacts): boolean {
  return decide(name, actor, job) === 'allow';
}

const owns = (actor: Actor, job: JobFacts) => actor.role === 'client' && job.clientId === actor.id;
const flies = (actor: Actor, job: JobFacts) => actor.role === 'pilot' && job.pilotId === actor.id;

const RELATIONS = {
  owner: owns,
  'assigned-pilot': flies,
  'any-pilot': (actor) => actor.role === 'pilot',
  reader: (actor, job) =>
    owns(actor, job) || flies(actor, job) || (actor.role === 'pilot' && job.pilotId === null),
} as const satisfies Record<JobRelation, (actor: Actor, job: JobFacts) => boolean>;
