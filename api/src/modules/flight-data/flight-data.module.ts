import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FlightRecordController } from './flight-record.controller.ts';
import { FlightRecord } from './flight-record.entity.ts';
import { FlightRecordService } from './flight-record.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([FlightRecord])],
  controllers: [FlightRecordController],
  providers: [FlightRecordService],
})
export class FlightDataModule {}
