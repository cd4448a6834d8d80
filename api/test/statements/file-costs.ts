import { paths } from '@dps/contract';
import { startUpload, uploadBody, complete, deliver, send, sendPart } from '../support/deliverables.ts';
import { PDF, png, upload } from '../support/files.ts';
import { postJob } from '../support/jobs.ts';
import { attach, job, type Cost, type World } from './world.ts';

const startedJob = async (world: World) => (await job(world, 'in-progress')).id;

/** The calls of attachments and deliverables. */
export const FILE_COSTS: readonly Cost[] = [
  {
    route: 'POST /api/jobs/:id/attachments',
    // Two transactions, for the content and the attachment. Each further 512 KiB adds a statement.
    statements: 17,
    prepare: async ({ owner }) => {
      const { id } = await postJob(owner);
      return () => owner.client.post(paths.attachments(id), upload());
    },
  },
  {
    route: 'GET /api/jobs/:id/attachments/:attachmentId',
    statements: 6,
    prepare: async (world) => {
      const { id } = await postJob(world.owner);
      const attachmentId = await attach(world, id);
      return () => world.owner.client.get(paths.attachment(id, attachmentId));
    },
  },
  {
    route: 'GET /api/jobs/:id/deliverables',
    statements: 3,
    prepare: async (world) => {
      const { jobId } = await deliver(world.pilot, await startedJob(world));
      return () => world.owner.client.get(paths.deliverables(jobId));
    },
  },
  {
    route: 'POST /api/jobs/:id/deliverables',
    statements: 12,
    prepare: async (world) => {
      const jobId = await startedJob(world);
      return () => world.pilot.client.post(paths.deliverables(jobId), uploadBody(PDF));
    },
  },
  {
    route: 'PUT /api/jobs/:id/deliverables/:deliverableId/parts/:part',
    // Two transactions, as for an attachment.
    statements: 14,
    prepare: async (world) => {
      const started = await startUpload(world.pilot, await startedJob(world), PDF);
      return () => sendPart(world.pilot, started, 1, PDF);
    },
  },
  {
    route: 'PUT /api/jobs/:id/deliverables/:deliverableId/parts/:part',
    when: 'a stored part again',
    statements: 5,
    prepare: async (world) => {
      const sent = await send(world.pilot, await startedJob(world), PDF);
      return () => sendPart(world.pilot, sent, 1, PDF);
    },
  },
  {
    route: 'POST /api/jobs/:id/deliverables/:deliverableId/complete',
    statements: 11,
    prepare: async (world) => {
      const sent = await send(world.pilot, await startedJob(world), PDF);
      return () => complete(world.pilot, sent);
    },
  },
  {
    route: 'GET /api/jobs/:id/deliverables/:deliverableId',
    statements: 7,
    prepare: async (world) => {
      const { id, jobId } = await deliver(world.pilot, await startedJob(world));
      return () => world.owner.client.get(paths.deliverable(jobId, id));
    },
  },
  {
    route: 'GET /api/jobs/:id/deliverables/:deliverableId/preview',
    statements: 3,
    prepare: async (world) => {
      const { id, jobId } = await deliver(world.pilot, await startedJob(world), await png(8, 8), 'a.png');
      return () => world.owner.client.get(`${paths.deliverable(jobId, id)}/preview`);
    },
  },
  {
    route: 'DELETE /api/jobs/:id/deliverables/:deliverableId',
    statements: 7,
    prepare: async (world) => {
      const { id, jobId } = await deliver(world.pilot, await startedJob(world));
      return () => world.pilot.client.delete(paths.deliverable(jobId, id));
    },
  },
];
