import { accountMay, decide, type Decision, type JobFacts, type PermissionName } from './permissions.ts';
import type { JobStatus } from './domain/job.ts';

const owner = { id: 1, role: 'client' } as const;
const otherClient = { id: 2, role: 'client' } as const;
const pilot = { id: 3, role: 'pilot' } as const;
const otherPilot = { id: 4, role: 'pilot' } as const;
const actors = { owner, otherClient, pilot, otherPilot };
const open = { clientId: 1, pilotId: null, status: 'pending' as JobStatus };
const unpublished = { ...open, publishedAt: null };
const assigned = { clientId: 1, pilotId: 3, status: 'pending' as JobStatus };
const at = (status: JobStatus) => ({ ...assigned, status });

describe('decide', () => {
  it.each<[PermissionName, keyof typeof actors, JobFacts, Decision]>([
    ['jobs.read', 'owner', open, 'allow'],
    ['jobs.read', 'otherClient', open, 'forbid'],
    ['jobs.read', 'otherPilot', open, 'allow'],
    ['jobs.read', 'otherPilot', assigned, 'forbid'],
    ['jobs.read', 'otherPilot', unpublished, 'forbid'],
    ['jobs.read', 'owner', unpublished, 'allow'],
    ['jobs.edit', 'owner', at('in-progress'), 'allow'],
    ['jobs.edit', 'owner', at('review'), 'conflict'],
    ['jobs.edit', 'owner', at('paid'), 'conflict'],
    ['jobs.edit', 'pilot', assigned, 'forbid'],
    ['jobs.set-progress', 'pilot', at('in-progress'), 'allow'],
    ['jobs.set-progress', 'pilot', at('review'), 'conflict'],
    ['jobs.set-progress', 'otherPilot', assigned, 'forbid'],
    ['jobs.advance', 'pilot', at('completed'), 'conflict'],
    ['jobs.record-manual-payment', 'pilot', at('completed'), 'allow'],
    ['jobs.record-manual-payment', 'owner', at('completed'), 'forbid'],
    ['jobs.declare-paid', 'owner', at('completed'), 'conflict'],
    ['jobs.declare-paid', 'owner', at('paid'), 'conflict'],
    ['jobs.declare-paid', 'otherClient', at('completed'), 'forbid'],
    ['jobs.accept', 'otherPilot', open, 'allow'],
    ['jobs.accept', 'otherPilot', assigned, 'conflict'],
    ['jobs.accept', 'owner', open, 'forbid'],
    ['jobs.release', 'pilot', assigned, 'allow'],
    ['jobs.release', 'pilot', at('in-progress'), 'conflict'],
    ['jobs.release', 'owner', assigned, 'allow'],
    ['jobs.release', 'owner', open, 'conflict'],
    ['jobs.release', 'owner', at('in-progress'), 'conflict'],
    ['jobs.release', 'otherPilot', assigned, 'forbid'],
    ['jobs.release', 'otherClient', assigned, 'forbid'],
    ['jobs.delete', 'owner', open, 'allow'],
    ['jobs.delete', 'owner', assigned, 'conflict'],
    ['jobs.delete', 'otherClient', open, 'forbid'],
    ['attachments.add', 'owner', at('paid'), 'conflict'],
    ['attachments.remove', 'owner', open, 'allow'],
    ['attachments.remove', 'owner', assigned, 'conflict'],
    ['attachments.remove', 'otherClient', open, 'forbid'],
    ['flight-records.add', 'pilot', at('completed'), 'allow'],
    ['flight-records.add', 'pilot', at('paid'), 'conflict'],
    ['flight-records.add', 'otherPilot', assigned, 'forbid'],
    ['flight-records.read', 'owner', open, 'allow'],
    ['flight-records.read', 'pilot', at('paid'), 'allow'],
    ['flight-records.read', 'otherPilot', open, 'forbid'],
    ['flight-records.read', 'otherClient', assigned, 'forbid'],
    ['payments.pay', 'owner', at('review'), 'allow'],
    ['payments.pay', 'owner', at('in-progress'), 'conflict'],
    ['payments.pay', 'owner', at('paid'), 'conflict'],
    ['payments.pay', 'pilot', at('completed'), 'forbid'],
    ['payments.confirm', 'owner', at('paid'), 'allow'],
    ['payments.confirm', 'owner', at('in-progress'), 'conflict'],
    ['payments.confirm', 'otherClient', at('review'), 'forbid'],
  ])('[ACCESS-7, ACCESS-11, ACCESS-12] %s by the %s of %o: %s', (name, actor, job, expected) => {
    expect(decide(name, actors[actor], job)).toBe(expected);
  });

  it('distinguishes a client and a pilot with the same id', () => {
    expect(decide('jobs.set-progress', { id: 3, role: 'client' }, assigned)).toBe('forbid');
  });
});

describe('accountMay', () => {
  it.each<[PermissionName, keyof typeof actors, keyof typeof actors, boolean]>([
    ['jobs.list-for-client', 'owner', 'owner', true],
    ['jobs.list-for-client', 'otherClient', 'owner', false],
    ['jobs.list-for-client', 'pilot', 'pilot', false],
    ['jobs.list-for-pilot', 'pilot', 'pilot', true],
    ['jobs.list-for-pilot', 'otherPilot', 'pilot', false],
    ['jobs.list-for-pilot', 'owner', 'owner', false],
    ['flight-records.list', 'owner', 'owner', true],
    ['flight-records.list', 'owner', 'pilot', false],
    ['jobs.accept', 'pilot', 'otherPilot', false],
    ['jobs.accept', 'pilot', 'pilot', true],
  ])('[ACCESS-4, ACCESS-5] %s by the %s for the %s: %s', (name, actor, account, expected) => {
    expect(accountMay(name, actors[actor], actors[account].id)).toBe(expected);
  });
});
