import { flightRecordView, paths } from '@dps/contract';
import { expectView } from '../support/client.ts';
import { recordWithEvidence } from '../support/evidence.ts';
import { shareReport } from '../support/users.ts';
import { direct, job, type Cost } from './world.ts';

/** The calls of flight data and evidence reports. */
export const FLIGHT_COSTS: readonly Cost[] = [
  {
    route: 'GET /api/flight-data/pilot/:id',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.pilotFlightRecords(pilot.user.id))),
  },
  {
    route: 'GET /api/flight-data/pilot/:id/summary',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.get(paths.flightSummary(pilot.user.id))),
  },
  {
    route: 'GET /api/flight-data/:id/track',
    statements: 4,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      const flight = await world.pilot.client.post(paths.flightRecords(), recordWithEvidence(id));
      const record = expectView(flight, 201, flightRecordView);
      return () => world.owner.client.get(paths.flightTrack(record.id));
    },
  },
  {
    route: 'GET /api/jobs/:id/report',
    statements: 4,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      await world.pilot.client.post(paths.flightRecords(), recordWithEvidence(id));
      return () => world.owner.client.get(paths.jobReport(id));
    },
  },
  {
    route: 'POST /api/jobs/:id/report/link',
    statements: 4,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      return () => world.owner.client.post(paths.reportLink(id));
    },
  },
  {
    route: 'DELETE /api/jobs/:id/report/link',
    statements: 4,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      await shareReport(world.owner, id);
      return () => world.owner.client.delete(paths.reportLink(id));
    },
  },
  {
    route: 'GET /api/reports/:token',
    statements: 4,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      const token = await shareReport(world.owner, id);
      return () => world.anonymous.get(paths.sharedReport(token));
    },
  },
  {
    route: 'POST /api/flight-data',
    statements: 7,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      const flight = { jobId: id, flightNumber: 'FL-001', duration: 45 };
      return () => world.pilot.client.post(paths.flightRecords(), flight);
    },
  },
  {
    route: 'POST /api/flight-data',
    when: 'with the log of the flight',
    statements: 8,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      return () => world.pilot.client.post(paths.flightRecords(), recordWithEvidence(id));
    },
  },
];
