import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  coveredPercentOf,
  isSummary,
  type Actor,
  type FlightEvidenceView,
  type FlightLogState,
  type FlightTrackView,
  type JobArea,
  type JobCoverageView,
  type UncountedReason,
} from '@dps/contract';
import { BoundedQueue } from '../../../platform/concurrency/bounded-queue.ts';
import { requireJobAccess } from '../../jobs/job.policy.ts';
import { JobReader } from '../../jobs/job.reader.ts';
import { evidenceWarnings, type LogContext } from '../evidence-warnings.policy.ts';
import { logContext, ofJobAndPilot } from '../flight-record.queries.ts';
import { AreaCoverage } from './area-coverage.ts';

/** What of a flight decides whether it counts. */
export interface CoverageFlight {
  id: number;
  flightNumber: string;
  logState: FlightLogState | null;
  evidence: FlightEvidenceView | null;
  context: LogContext | null;
}

/** The flights of a job: `$1` its id, `$2` the pilot; null for the flights of all pilots. */
const FLIGHTS = `
  SELECT id, flight_number AS "flightNumber", log ->> 'state' AS "logState", evidence, ${logContext('flight')} AS context
  FROM flight_data AS flight WHERE ${ofJobAndPilot('$1', '$2')} ORDER BY id`;

/** The track of a record: `$1` its id. */
const TRACK = 'SELECT track FROM flight_tracks WHERE record_id = $1';

/** Kept results, each of at most 50 kB. */
const RESULTS_MAX = 200;
/** Computations that may wait for the one that runs. */
const WAITING_MAX = 50;

type Measured = Pick<JobCoverageView, 'areaSquareMeters' | 'coveredSquareMeters' | 'coveredPercent' | 'gaps'>;
const NOTHING: Measured = { areaSquareMeters: 0, coveredSquareMeters: 0, coveredPercent: 0, gaps: [] };

/** Returns why a flight does not count for the coverage; undefined if it counts. */
function reasonOf({ logState, evidence, context }: CoverageFlight): UncountedReason | undefined {
  if (logState === 'checking') return 'checking';
  if (logState === 'refused') return 'unreadable';
  if (!evidence || !context) return 'no-log';
  if (evidenceWarnings(evidence.figures.startedAt, context, null).length > 0) return 'not-evidence';
  if (isSummary(evidence.figures)) return 'no-track';
  return evidence.figures.maxHeightMeters === null ? 'no-heights' : undefined;
}

/**
 * Measures which part of the area of a job its flights covered. A result follows from the area and the logs that count, so it is computed
 * for their first reader and kept by them: no change of a job, a deadline or a record can make it wrong.
 */
@Injectable()
export class JobCoverageService {
  private readonly results = new Map<string, Promise<Measured>>();
  private readonly queue = new BoundedQueue(1, WAITING_MAX);

  constructor(
    private readonly database: DataSource,
    private readonly jobs: JobReader,
  ) {}

  /**
   * Returns the coverage by the flights that the actor can read: those of all pilots for the client, the own ones for a pilot. Throws
   * `not_found` unless the actor is the job's client, or its pilot, with the assignment or after it.
   */
  async read(actor: Actor, jobId: number): Promise<JobCoverageView> {
    const job = await this.jobs.find(jobId);
    requireJobAccess('coverage.read', actor, job);
    const pilotId = actor.role === 'pilot' ? actor.id : null;
    return this.measure(job.area, await this.database.query<CoverageFlight[]>(FLIGHTS, [jobId, pilotId]));
  }

  /** Returns the coverage of an area by flights. Throws `unavailable` if too many computations wait. */
  async measure(area: JobArea | null, flights: readonly CoverageFlight[]): Promise<JobCoverageView> {
    const judged = flights.map((flight) => ({ ...flight, reason: reasonOf(flight) }));
    const counted = area ? judged.filter(({ reason }) => reason === undefined) : [];
    const measured = area ? await this.measured(area, counted) : NOTHING;
    return {
      area,
      ...measured,
      countedFlights: counted.length,
      assumedCameras: counted.filter(({ evidence }) => !evidence?.camera).length,
      uncounted: judged.flatMap(({ flightNumber, reason }) => (reason ? { flightNumber, reason } : [])),
    };
  }

  /** Returns the kept result of an area and flights, or computes it. */
  private async measured(area: JobArea, flights: readonly CoverageFlight[]): Promise<Measured> {
    const basis = JSON.stringify([area, flights.map(({ id, evidence }) => [id, evidence?.camera])]);
    const key = createHash('sha256').update(basis).digest('base64');
    const result = this.results.get(key) ?? this.queue.run(() => this.compute(area, flights));
    // The result that was read last is the last one.
    this.results.delete(key);
    this.results.set(key, result);
    for (const oldest of this.results.keys()) {
      if (this.results.size <= RESULTS_MAX) break;
      this.results.delete(oldest);
    }
    try {
      return await result;
    } catch (error) {
      this.results.delete(key);
      throw error;
    }
  }

  /** Computes a result. The event loop is free for other work after each step. */
  private async compute(area: JobArea, flights: readonly CoverageFlight[]): Promise<Measured> {
    const coverage = new AreaCoverage(area);
    for (const { id, evidence } of flights) {
      const [row] = await this.database.query<{ track: FlightTrackView }[]>(TRACK, [id]);
      const heights = row?.track.heights;
      if (!heights) continue;
      const flight = { track: { ...row.track, heights }, camera: evidence?.camera ?? null };
      for (const _step of coverage.add(flight)) await setImmediate();
      await setImmediate();
    }
    const { squareMeters, coveredSquareMeters, gaps } = coverage.result();
    return {
      areaSquareMeters: Math.round(squareMeters),
      coveredSquareMeters: Math.round(coveredSquareMeters),
      coveredPercent: coveredPercentOf(coveredSquareMeters / squareMeters),
      gaps,
    };
  }
}
