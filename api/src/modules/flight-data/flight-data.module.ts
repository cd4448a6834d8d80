import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobFileModule } from '../job-files/job-file.module.ts';
import { JobModule } from '../jobs/job.module.ts';
import { JobCoverageController } from './area-coverage/job-coverage.controller.ts';
import { JobCoverageService } from './area-coverage/job-coverage.service.ts';
import { FlightRecordController } from './flight-record.controller.ts';
import { FlightRecord } from './flight-record.entity.ts';
import { FlightRecordService } from './flight-record.service.ts';
import { FlightLogCheck } from './log/flight-log.check.ts';
import { LogReader } from './log/log-reader.ts';
import { EvidenceReportController, SharedReportController } from './report/evidence-report.controller.ts';
import { EvidenceReportService } from './report/evidence-report.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([FlightRecord]), JobFileModule, JobModule],
  controllers: [
    FlightRecordController,
    EvidenceReportController,
    SharedReportController,
    JobCoverageController,
  ],
  providers: [FlightRecordService, EvidenceReportService, FlightLogCheck, LogReader, JobCoverageService],
})
export class FlightDataModule {}
