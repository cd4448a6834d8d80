import { Module } from '@nestjs/common';
import { Housekeeping } from './housekeeping.ts';

@Module({ providers: [Housekeeping] })
export class HousekeepingModule {}
