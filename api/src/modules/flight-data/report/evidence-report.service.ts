import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor, EvidenceReportView, ReportedFlight, ReportLinkView } from '@dps/contract';
import { CONFIG } from '../../../platform/config/config.module.ts';
import type { Config } from '../../../platform/config/config.ts';
import { deleteRows } from '../../../platform/database/changed-rows.ts';
import { expiry } from '../../../platform/database/expiry.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { recordJobEvent } from '../../job-events/record-job-event.ts';
import { requireJobAccess } from '../../jobs/job.policy.ts';
import { JobReader } from '../../jobs/job.reader.ts';
import { JobCoverageService } from '../area-coverage/job-coverage.service.ts';
import { toEvidenceView } from '../flight-record.mapper.ts';
import {
  REPORT,
  REPORTED_FLIGHTS,
  SHARE,
  SHARED_JOB,
  type ReportedFlightRow,
  type ReportRow,
} from './evidence-report.queries.ts';
import { ReportLink } from './report-link.entity.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

function toReportedFlight({
  evidence,
  context,
  track,
  createdAt,
  ...flight
}: ReportedFlightRow): ReportedFlight {
  const { fileName: _fileName, ...reported } = evidence ?? { fileName: '' };
  return {
    ...flight,
    createdAt: createdAt.toISOString(),
    // The report has no details of other jobs, because all who have its link can read it.
    ...(context && 'sha256' in reported && { evidence: toEvidenceView(reported, context, null) }),
    ...(track && { track }),
  };
}

/** The evidence of the flights of a job, for its participants and for readers of a link that its client shares. */
@Injectable()
export class EvidenceReportService {
  constructor(
    private readonly database: DataSource,
    private readonly jobs: JobReader,
    private readonly coverage: JobCoverageService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicOrigin'>,
  ) {}

  /** Returns the report of a job; for a pilot, with the own flights. Throws `not_found` unless the actor is the job's client or assigned pilot. */
  async read(actor: Actor, jobId: number): Promise<EvidenceReportView> {
    requireJobAccess('reports.read', actor, await this.jobs.find(jobId));
    return this.report(jobId, actor.role === 'pilot' ? actor.id : null);
  }

  /** Creates a link to the report. The previous one no longer works. Throws `not_found` or `forbidden`. */
  async share(actor: Actor, jobId: number): Promise<ReportLinkView> {
    const job = await this.jobs.find(jobId);
    requireJobAccess('reports.share', actor, job);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const link = await this.database.transaction(async (manager) => {
      const [shared] = await manager.query<{ expiresAt: Date }[]>(SHARE, [jobId, hashToken(token)]);
      await recordJobEvent(manager, { kind: 'report-shared', job, actorId: actor.id });
      return shared;
    });
    if (!link) throw new DomainError('not_found');
    const address = new URL(`/report/${token}`, this.config.publicOrigin).href;
    return { address, expiresAt: link.expiresAt.toISOString() };
  }

  /** Revokes the link, if there is one. Throws `not_found` or `forbidden`. */
  async revoke(actor: Actor, jobId: number): Promise<void> {
    const job = await this.jobs.find(jobId);
    requireJobAccess('reports.share', actor, job);
    await this.database.transaction(async (manager) => {
      const [link] = await deleteRows(manager, ReportLink, { jobId });
      // The end of an expired link is no event.
      if (!link || link.expiresAt <= new Date()) return;
      await recordJobEvent(manager, { kind: 'report-revoked', job, actorId: actor.id });
    });
  }

  /** Returns the report of a link. Throws `not_found` for an unknown, expired or revoked one, and for a suspended client. */
  async shared(token: string): Promise<EvidenceReportView> {
    if (!TOKEN.test(token)) throw new DomainError('not_found');
    const [link] = await this.database.query<{ jobId: number; secondsLate: number }[]>(SHARED_JOB, [
      hashToken(token),
    ]);
    if (!link) throw new DomainError('not_found');
    const timing = expiry('link to a report', link);
    if (timing) throw new DomainError('not_found', { timing });
    // All who have the link can read the report.
    return { ...(await this.report(link.jobId, null)), parties: null };
  }

  /** Tracks are large, so they are read through the pool: prepared reads would delay those behind them. */
  private async report(jobId: number, pilotId: number | null): Promise<EvidenceReportView> {
    const [row] = await this.database.query<ReportRow[]>(REPORT, [jobId]);
    if (!row) throw new DomainError('not_found');
    const flights = await this.database.query<ReportedFlightRow[]>(REPORTED_FLIGHTS, [jobId, pilotId]);
    const { area, ...details } = row;
    return {
      ...details,
      coverage: area && (await this.coverage.measure(area, flights)),
      postedAt: row.postedAt.toISOString(),
      acceptedAt: row.acceptedAt?.toISOString() ?? null,
      deadline: row.deadline.toISOString(),
      paidAt: row.paidAt?.toISOString() ?? null,
      flights: flights.map(toReportedFlight),
      sharedUntil: row.sharedUntil?.toISOString() ?? null,
    };
  }
}
