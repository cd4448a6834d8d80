import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobModule } from '../jobs/job.module.ts';
import { FlightRecordController } from './flight-record.controller.ts';
import { FlightRecord } from './flight-record.entity.ts';
import { FlightRecordService } from './flight-record.service.ts';
import { EvidenceReportController, SharedReportController } from './report/evidence-report.controller.ts';
import { EvidenceReportService } from './report/evidence-report.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([FlightRecord]), JobModule],
  controllers: [FlightRecordController, EvidenceReportController, SharedReportController],
  providers: [FlightRecordService, EvidenceReportService],
})
export class FlightDataModule {}
