import { Injectable } from '@nestjs/common';
import { DataSource, LessThan } from 'typeorm';
import { END_REQUEST_DAYS } from '@dps/contract';
import { Handles, type BackgroundHandler } from '../../platform/background/background-work.ts';
import { changeJobs, OPEN_AGAIN } from './job.changes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Ends the assignments that their owners asked to end, if the pilots have not decided in time. */
@Injectable()
@Handles('end-requests')
export class EndRequests implements BackgroundHandler {
  constructor(private readonly database: DataSource) {}

  /** Returns the number of ended assignments. */
  run(): Promise<{ ended: number }> {
    const latest = new Date(Date.now() - END_REQUEST_DAYS * DAY_MS);
    const due = { status: 'in-progress', endRequestedAt: LessThan(latest) } as const;
    return this.database.transaction(async (manager) => ({
      ended: await changeJobs(manager, null, due, OPEN_AGAIN),
    }));
  }
}
