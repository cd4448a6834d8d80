import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobAttachment } from '../attachments/attachment.entity.ts';
import { FlightRecord } from '../flight-data/flight-record.entity.ts';
import { Payment } from '../payments/payment.entity.ts';
import { PaymentModule } from '../payments/payment.module.ts';
import { JobController } from './job.controller.ts';
import { Job } from './job.entity.ts';
import { JobLifecycle } from './job.lifecycle.ts';
import { JobReader } from './job.reader.ts';
import { JobService } from './job.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Job, JobAttachment, FlightRecord, Payment]), PaymentModule],
  controllers: [JobController],
  providers: [JobReader, JobService, JobLifecycle],
  exports: [JobReader],
})
export class JobModule {}
