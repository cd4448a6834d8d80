import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import type {
  Actor,
  FlightEvidenceBody,
  FlightRecordBody,
  FlightRecordView,
  PageQuery,
} from '@dps/shared-contracts';
import { requireAccount } from '../../platform/auth/access.policy.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { mapPage, toPage, toSlice, type Page } from '../../platform/http/paging/keyset.ts';
import { Job } from '../jobs/job.entity.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { evidenceErrors } from './flight-evidence.policy.ts';
import { FlightRecord, FlightTrack } from './flight-record.entity.ts';
import { toFlightRecordView, toStoredEvidence } from './flight-record.mapper.ts';

@Injectable()
export class FlightRecordService {
  constructor(@InjectRepository(FlightRecord) private readonly records: Repository<FlightRecord>) {}

  /** Returns the actor's own records, newest first; none for a client. Throws `forbidden` for another account. */
  async ofPilot(actor: Actor, pilotId: number, query: PageQuery): Promise<Page<FlightRecordView>> {
    requireAccount('flight-records.list', actor, pilotId);
    const { limit, below } = toSlice(query);
    const rows = await this.records.find({
      where: { pilotId, ...(below !== null && { id: LessThan(below) }) },
      order: { id: 'DESC' },
      take: limit + 1,
    });
    return mapPage(toPage(rows, limit), toFlightRecordView);
  }

  /**
   * Logs a flight of the job's assigned pilot. Throws `not_found` or `forbidden`, and `validation_failed` for evidence whose
   * figures do not match its track.
   */
  async create(actor: Actor, body: FlightRecordBody): Promise<FlightRecordView> {
    return this.records.manager.transaction(async (manager) => {
      // The lock keeps the job's pilot unchanged until the record is written.
      const job = await manager.findOne(Job, {
        where: { id: body.jobId },
        lock: { mode: 'pessimistic_read' },
      });
      if (!job) throw new DomainError('not_found');
      requireJobAccess('flight-records.add', actor, job);
      if (body.evidence) requireSoundEvidence(body.evidence);
      const record = manager.create(FlightRecord, {
        jobId: job.id,
        pilotId: actor.id,
        flightNumber: body.flightNumber,
        duration: body.duration,
        altitude: body.altitude ?? null,
        coverageArea: body.coverageArea ?? null,
        resolution: body.resolution ?? null,
        notes: body.notes ?? null,
        evidence: toStoredEvidence(body),
      });
      await manager.insert(FlightRecord, record);
      if (body.evidence) {
        await manager.insert(FlightTrack, { recordId: record.id, track: body.evidence.track });
      }
      return toFlightRecordView(record);
    });
  }
}

function requireSoundEvidence(evidence: FlightEvidenceBody): void {
  const errors = evidenceErrors(evidence);
  if (errors.length > 0) throw new DomainError('validation_failed', { errors });
}
