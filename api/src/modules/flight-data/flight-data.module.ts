import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobModule } from '../jobs/job.module.ts';
import { FlightRecordController } from './flight-record.controller.ts';
import { FlightRecord } from './flight-record.entity.ts';
import { FlightRecordService } from './flight-record.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([FlightRecord]), JobModule],
  controllers: [FlightRecordController],
  providers: [FlightRecordService],
})
export class FlightDataModule {}
