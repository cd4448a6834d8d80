import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PaymentModule } from '../payments/payment.module.ts';
import { UserModule } from '../users/user.module.ts';
import { EndRequests } from './end-requests.ts';
import { JobController } from './job.controller.ts';
import { Job } from './job.entity.ts';
import { JobLifecycle } from './job.lifecycle.ts';
import { JobReader } from './job.reader.ts';
import { JobRequest } from './job-request.entity.ts';
import { JobRequests } from './job.requests.ts';
import { JobService } from './job.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Job, JobRequest]), PaymentModule, UserModule],
  controllers: [JobController],
  providers: [EndRequests, JobReader, JobRequests, JobService, JobLifecycle],
  exports: [JobReader],
})
export class JobModule {}
