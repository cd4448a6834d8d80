import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FlightLogView } from '@dps/contract';
import {
  Handles,
  type Attempt,
  type BackgroundHandler,
} from '../../../platform/background/background-work.ts';
import { partsOf, type RandomAccess } from '../../../platform/files/received-file.ts';
import { recordJobEvent } from '../../job-events/record-job-event.ts';
import { JobFileReader } from '../../job-files/job-file.reader.ts';
import { lockJob } from '../../jobs/job.changes.ts';
import { FlightRecord, FlightTrack } from '../flight-record.entity.ts';
import { evidenceColumns } from '../flight-record.mapper.ts';
import type { LogResult } from './flight-log.worker.ts';
import { LogReader } from './log-reader.ts';

async function digestOf(content: RandomAccess): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of partsOf(content)) hash.update(part);
  return hash.digest('hex');
}

/** Reads the uploaded log of a flight record, and stores its figures and its track as the evidence of the flight. */
@Injectable()
@Handles('read-flight-log')
export class FlightLogCheck implements BackgroundHandler {
  constructor(
    private readonly database: DataSource,
    private readonly files: JobFileReader,
    private readonly reader: LogReader,
  ) {}

  /** Returns the state of the log; undefined if another attempt has read it, or the record is gone. */
  async run({
    rowId,
    signal,
  }: Pick<Attempt, 'rowId' | 'signal'>): Promise<Pick<FlightLogView, 'state'> | undefined> {
    const record = await this.database.manager.findOneBy(FlightRecord, { id: rowId });
    if (record?.log?.state !== 'checking') return undefined;
    const file = await this.files.logOf(rowId);
    const content = await this.files.contentOf(file);
    const result = await this.reader.read(file.fileName, content, signal);
    // The process of a refused log may have ended before it had the complete file.
    const sha256 = result.evidence?.sha256 ?? (await digestOf(content));
    const state = result.evidence ? 'read' : 'refused';
    await this.store(record, { ...record.log, state, refusal: result.refusal ?? null, sha256 }, result);
    return { state };
  }

  private store(record: FlightRecord, log: FlightLogView, result: LogResult): Promise<void> {
    const { id, jobId, flightNumber } = record;
    return this.database.transaction(async (manager) => {
      const job = await lockJob(manager, jobId);
      const columns = result.evidence ? evidenceColumns(record, result.evidence, job.area) : {};
      const { affected } = await manager
        .createQueryBuilder()
        .update(FlightRecord)
        .set({ log, ...columns })
        .where(`id = :id AND log ->> 'state' = 'checking'`, { id })
        .execute();
      if (!affected) return;
      const track = result.evidence?.track;
      if (track) await manager.insert(FlightTrack, { recordId: id, track });
      const after = { flightNumber, logState: log.state };
      await recordJobEvent(manager, { kind: 'flight-log', job, actorId: null, after });
    });
  }
}
