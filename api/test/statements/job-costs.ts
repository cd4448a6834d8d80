import { randomUUID } from 'node:crypto';
import { paths } from '@dps/contract';
import { EventClient } from '../support/event-client.ts';
import { jobBody, postJob } from '../support/jobs.ts';
import { openPayment } from '../support/payments.ts';
import { attach, direct, job, type Cost } from './world.ts';

/** The calls of jobs, pilots and events. */
export const JOB_COSTS: readonly Cost[] = [
  {
    route: 'GET /api/events',
    statements: 3,
    prepare: ({ server, pilot }) => {
      return async () => {
        const stream = await EventClient.open(server, pilot.client.cookie);
        stream.close();
        return { status: 200 };
      };
    },
  },
  {
    route: 'GET /api/pilots/:id',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.pilot(pilot.user.id))),
  },
  {
    route: 'GET /api/jobs/available',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.availableJobs())),
  },
  {
    route: 'GET /api/jobs/available',
    when: 'filtered',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(`${paths.availableJobs()}?text=roof&minBudget=5`)),
  },
  {
    // The first one measures how common the text is.
    route: 'GET /api/jobs/available',
    when: 'filtered by a text of two letters',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.get(`${paths.availableJobs()}?text=zq`)),
  },
  {
    route: 'GET /api/jobs/available/summary',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.get(paths.availableSummary())),
  },
  {
    route: 'GET /api/jobs/summary',
    statements: 3,
    prepare: direct(({ owner }) => owner.client.get(paths.jobSummary())),
  },
  {
    route: 'GET /api/jobs/pilot/:id',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.pilotJobs(pilot.user.id))),
  },
  {
    route: 'GET /api/jobs/client/:id',
    statements: 2,
    prepare: direct(({ owner }) => owner.client.get(paths.clientJobs(owner.user.id))),
  },
  {
    route: 'GET /api/jobs/:id',
    statements: 2,
    prepare: async (world) => {
      const { id } = await job(world, 'review');
      await attach(world, id);
      await openPayment(world.owner, id);
      return () => world.owner.client.get(paths.job(id));
    },
  },
  {
    route: 'GET /api/jobs/:id/events',
    statements: 3,
    prepare: async (world) => {
      const { id } = await job(world, 'review');
      return () => world.pilot.client.get(paths.jobEvents(id));
    },
  },
  {
    route: 'POST /api/jobs',
    statements: 8,
    prepare: direct(({ owner }) => owner.client.post(paths.jobs(), jobBody())),
  },
  {
    route: 'PUT /api/jobs/:id',
    when: 'content',
    statements: 5,
    prepare: async ({ owner }) => {
      const { id } = await postJob(owner);
      return () => owner.client.put(paths.job(id), jobBody({ title: 'Another title' }));
    },
  },
  {
    route: 'PUT /api/jobs/:id',
    when: 'progress',
    statements: 5,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      return () => world.pilot.client.put(paths.job(id), { progress: 40 });
    },
  },
  {
    // A transaction with the row of the key, and its response.
    route: 'PUT /api/jobs/:id',
    when: 'progress with an idempotency key',
    statements: 9,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      const headers = { 'idempotency-key': randomUUID() };
      return () => world.pilot.client.send('PUT', paths.job(id), { progress: 40 }, headers);
    },
  },
  {
    route: 'PATCH /api/jobs/:id',
    when: 'a step forward',
    statements: 5,
    prepare: async (world) => {
      const { id } = await job(world, 'pending');
      return () => world.pilot.client.patch(paths.job(id), { status: 'in-progress' });
    },
  },
  {
    route: 'PATCH /api/jobs/:id',
    when: 'manual payment',
    statements: 12,
    prepare: async (world) => {
      const { id } = await job(world, 'completed');
      return () => world.pilot.client.patch(paths.job(id), { status: 'paid' });
    },
  },
  {
    route: 'DELETE /api/jobs/:id',
    statements: 4,
    prepare: async ({ owner }) => {
      const { id } = await postJob(owner);
      return () => owner.client.delete(paths.job(id));
    },
  },
  {
    route: 'POST /api/jobs/:id/assign',
    statements: 9,
    prepare: async ({ owner, pilot }) => {
      const { id } = await postJob(owner);
      return () => pilot.client.post(paths.assignJob(id), { pilotId: pilot.user.id });
    },
  },
  {
    route: 'POST /api/jobs/:id/release',
    // A transaction, in which a setting names the acting user for the history.
    statements: 8,
    prepare: async (world) => {
      const { id } = await job(world, 'pending');
      return () => world.pilot.client.post(paths.releaseJob(id));
    },
  },
];
