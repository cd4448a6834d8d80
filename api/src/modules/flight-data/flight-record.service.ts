import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import {
  FLIGHT_RECORDS_PER_JOB,
  type Actor,
  type FlightRecordBody,
  type FlightRecordView,
  type FlightTrackView,
  type PageQuery,
} from '@dps/contract';
import { requireAccount } from '../../platform/auth/access.policy.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { mapPage, toPage, toSlice, type Page } from '../../platform/http/paging/keyset.ts';
import type { SentFile } from '../../platform/http/file-response.ts';
import { recordJobEvent } from '../job-events/record-job-event.ts';
import { JobFileReader } from '../job-files/job-file.reader.ts';
import { lockJob } from '../jobs/job.changes.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { ABOVE_EVERY_ID } from '../jobs/job.queries.ts';
import { JobReader } from '../jobs/job.reader.ts';
import { FlightRecord, FlightTrack } from './flight-record.entity.ts';
import { toFlightRecordView } from './flight-record.mapper.ts';
import { FLIGHT_BY_ID, FLIGHTS_OF_PILOT, type FlightRecordJson } from './flight-record.queries.ts';

interface FlightRow {
  record: FlightRecordJson;
}

@Injectable()
export class FlightRecordService {
  constructor(
    @InjectRepository(FlightRecord) private readonly records: Repository<FlightRecord>,
    private readonly jobs: JobReader,
    private readonly files: JobFileReader,
  ) {}

  /** Returns the actor's own records, newest first; none for a client. Throws `forbidden` for another account. */
  async ofPilot(actor: Actor, pilotId: number, query: PageQuery): Promise<Page<FlightRecordView>> {
    requireAccount('flight-records.list', actor, pilotId);
    const { limit, below } = toSlice(query);
    const slice = [pilotId, below ?? ABOVE_EVERY_ID, limit + 1];
    const rows = await this.records.query<(FlightRow & { id: number })[]>(FLIGHTS_OF_PILOT, slice);
    return mapPage(toPage(rows, limit), ({ record }) => toFlightRecordView(record, actor.id));
  }

  /**
   * Returns the track of a record. Throws `not_found` for a record without a track, and unless the actor is the job's client
   * or the pilot of the record, with the assignment or after it. A track is large, so it is read through the pool: a prepared read would delay the reads behind it.
   */
  async track(actor: Actor, id: number): Promise<FlightTrackView> {
    await this.requireAccess(actor, id);
    const stored = await this.records.manager.findOneBy(FlightTrack, { recordId: id });
    if (!stored) throw new DomainError('not_found');
    return stored.track;
  }

  /** Returns the uploaded log of a record to send. Throws `not_found` as `track` does. */
  async log(actor: Actor, id: number): Promise<SentFile> {
    await this.requireAccess(actor, id);
    return this.files.sent(await this.files.logOf(id));
  }

  /**
   * Logs a flight of the job's assigned pilot. Throws `not_found`, `forbidden`, `job_locked` or `too_many_flight_records`. If the actor
   * has used the idempotency key before, returns the existing record, and throws `idempotency_key_reused` if the body differs from it.
   */
  async create(
    actor: Actor,
    body: FlightRecordBody,
    idempotencyKey: string | null,
  ): Promise<FlightRecordView> {
    return this.records.manager.transaction(async (manager) => {
      // The lock keeps the job's pilot and status unchanged, and concurrent requests cannot exceed the limit.
      const job = await lockJob(manager, body.jobId);
      requireJobAccess('flight-records.add', actor, job);
      const existing =
        idempotencyKey === null
          ? null
          : await manager.findOneBy(FlightRecord, { pilotId: actor.id, idempotencyKey });
      const columns = toColumns(body);
      if (existing) {
        requireSame(existing, columns);
        return readView(manager, existing.id, actor);
      }
      await requireRoom(manager, job.id);
      const record = manager.create(FlightRecord, {
        ...columns,
        pilotId: actor.id,
        idempotencyKey,
      });
      await manager.insert(FlightRecord, record);
      const after = { flightNumber: record.flightNumber, duration: record.duration };
      await recordJobEvent(manager, { kind: 'flight-added', job, actorId: actor.id, after });
      return readView(manager, record.id, actor);
    });
  }

  private async requireAccess(actor: Actor, id: number): Promise<void> {
    const record = await this.records.findOneBy({ id });
    if (!record) throw new DomainError('not_found');
    requireJobAccess('flight-records.read', actor, await this.jobs.find(record.jobId));
    if (actor.role === 'pilot' && record.pilotId !== actor.id) throw new DomainError('not_found');
  }
}

/** Returns the columns that a body determines. */
const toColumns = (body: FlightRecordBody) => ({
  jobId: body.jobId,
  flightNumber: body.flightNumber,
  duration: body.duration,
  altitude: body.altitude ?? null,
  coverageArea: body.coverageArea ?? null,
  resolution: body.resolution ?? null,
  notes: body.notes ?? null,
  camera: body.camera ?? null,
});

/** Throws `idempotency_key_reused` unless the same body created the record. */
function requireSame(record: FlightRecord, columns: ReturnType<typeof toColumns>): void {
  const { jobId, flightNumber, duration, altitude, coverageArea, resolution, notes, camera } = record;
  const stored = { jobId, flightNumber, duration, altitude, coverageArea, resolution, notes, camera };
  if (!isDeepStrictEqual(stored, columns)) throw new DomainError('idempotency_key_reused');
}

async function readView(manager: EntityManager, id: number, reader: Actor): Promise<FlightRecordView> {
  const [row] = await manager.query<FlightRow[]>(FLIGHT_BY_ID, [id]);
  if (!row) throw new DomainError('not_found');
  return toFlightRecordView(row.record, reader.id);
}

async function requireRoom(manager: EntityManager, jobId: number): Promise<void> {
  const logged = await manager.countBy(FlightRecord, { jobId });
  if (logged >= FLIGHT_RECORDS_PER_JOB) throw new DomainError('too_many_flight_records');
}
