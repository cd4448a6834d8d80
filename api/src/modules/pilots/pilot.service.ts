import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor, PilotView } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { countFlights, type PilotFlight } from '../flight-data/evidence-warnings.policy.ts';
import { flightsForRecord } from '../flight-data/flight-record.queries.ts';
import { finishedWork } from '../jobs/job.queries.ts';
import { imageUrl } from '../users/user.mapper.ts';

type Row = Pick<PilotView, 'id' | 'name' | 'completedJobs' | 'jobsOnTime'> & {
  profileImage: Buffer | null;
  memberSince: Date;
  flights: PilotFlight[];
};

/** `$1` the pilot, `$2` the reader: the pilot, or a client with a job of the pilot. */
const PILOT = `
  SELECT users.id, users.name, users.profile_image AS "profileImage", users.created_at AS "memberSince",
    work.*, ${flightsForRecord('users.id')} AS flights
  FROM users, LATERAL (${finishedWork('users.id')}) AS work
  WHERE users.id = $1 AND users.role = 'pilot'
    AND ($2 = users.id OR EXISTS (SELECT FROM jobs WHERE jobs.pilot_id = users.id AND jobs.client_id = $2))`;

@Injectable()
export class PilotService {
  constructor(private readonly database: DataSource) {}

  /**
   * Returns a pilot with figures that the database proves. Throws `not_found` unless the actor is the pilot or a client with
   * a job that is assigned to the pilot, so that accounts cannot be listed.
   */
  async read(actor: Actor, id: number): Promise<PilotView> {
    const [row] = await this.database.query<Row[]>(PILOT, [id, actor.id]);
    if (!row) throw new DomainError('not_found');
    const { flights, profileImage, memberSince, ...view } = row;
    return {
      ...view,
      ...countFlights(flights),
      profileImage: imageUrl(profileImage),
      memberSince: memberSince.toISOString(),
    };
  }
}
