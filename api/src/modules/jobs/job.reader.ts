import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import type { Actor, JobDetailView, JobView, PageQuery } from '@dps/shared-contracts';
import { requireAccount } from '../../platform/auth/account.policy.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { mapPage, toPage, toSlice, type Page } from '../../platform/http/keyset.ts';
import { JobAttachment } from '../attachments/attachment.entity.ts';
import { toAttachmentView } from '../attachments/attachment.mapper.ts';
import { FlightRecord } from '../flight-data/flight-record.entity.ts';
import { toFlightRecordView } from '../flight-data/flight-record.mapper.ts';
import { Payment } from '../payments/payment.entity.ts';
import { toPaymentView } from '../payments/payment.mapper.ts';
import { Job } from './job.entity.ts';
import { toJobDetailView, toJobView } from './job.mapper.ts';
import { requireJobAccess, seesRecords } from './job.policy.ts';

/** Reads jobs. */
@Injectable()
export class JobReader {
  constructor(
    @InjectRepository(Job) private readonly jobs: Repository<Job>,
    @InjectRepository(JobAttachment) private readonly attachments: Repository<JobAttachment>,
    @InjectRepository(FlightRecord) private readonly flights: Repository<FlightRecord>,
    @InjectRepository(Payment) private readonly payments: Repository<Payment>,
  ) {}

  /** Jobs that wait for a pilot, newest first. */
  available(query: PageQuery): Promise<Page<JobView>> {
    return this.page(query, (jobs) => jobs.where(`job.status = 'pending' AND job.pilotId IS NULL`));
  }

  /** A pilot's own jobs, newest first. Throws `forbidden` for somebody else's. */
  async ofPilot(actor: Actor, pilotId: number, query: PageQuery): Promise<Page<JobView>> {
    requireAccount('jobs.list-for-pilot', actor, pilotId);
    return this.page(query, (jobs) => jobs.where('job.pilotId = :pilotId', { pilotId }));
  }

  /** A client's own jobs, newest first. Throws `forbidden` for somebody else's. */
  async ofClient(actor: Actor, clientId: number, query: PageQuery): Promise<Page<JobView>> {
    requireAccount('jobs.list-for-client', actor, clientId);
    return this.page(query, (jobs) => jobs.where('job.clientId = :clientId', { clientId }));
  }

  /** One job with what belongs to it. Throws `not_found` for a job that is not there or not for the actor's eyes. */
  async detail(actor: Actor, id: number): Promise<JobDetailView> {
    const job = await this.find(id);
    requireJobAccess('jobs.read', actor, job);
    const [attachments, flightData, payment] = await Promise.all([
      this.attachments.find({ where: { jobId: id }, order: { id: 'ASC' } }),
      seesRecords(actor, job) ? this.flights.find({ where: { jobId: id }, order: { id: 'DESC' } }) : [],
      seesRecords(actor, job) ? this.payments.findOne({ where: { jobId: id }, order: { id: 'DESC' } }) : null,
    ]);
    return toJobDetailView(job, {
      attachments: attachments.map(toAttachmentView),
      flightData: flightData.map(toFlightRecordView),
      payment: payment && toPaymentView(payment),
    });
  }

  /** A job with the names of its people, whoever asks. Throws `not_found`. */
  async find(id: number): Promise<Job> {
    const job = await this.withPeople().where('job.id = :id', { id }).getOne();
    if (!job) throw new DomainError('not_found');
    return job;
  }

  /** A job as a list shows it, whoever asks. Throws `not_found`. */
  async view(id: number): Promise<JobView> {
    return toJobView(await this.find(id));
  }

  private withPeople(): SelectQueryBuilder<Job> {
    return this.jobs
      .createQueryBuilder('job')
      .innerJoin('job.client', 'client')
      .leftJoin('job.pilot', 'pilot')
      .addSelect(['client.id', 'client.name', 'pilot.id', 'pilot.name']);
  }

  private async page(
    query: PageQuery,
    filter: (jobs: SelectQueryBuilder<Job>) => SelectQueryBuilder<Job>,
  ): Promise<Page<JobView>> {
    const { limit, below } = toSlice(query);
    const jobs = filter(this.withPeople());
    if (below !== null) jobs.andWhere('job.id < :below', { below });
    const rows = await jobs
      .orderBy('job.id', 'DESC')
      .limit(limit + 1)
      .getMany();
    return mapPage(toPage(rows, limit), toJobView);
  }
}
