import { Module } from '@nestjs/common';
import { Shutdown } from '../http/shutdown.ts';
import { HealthController } from './health.controller.ts';

@Module({ controllers: [HealthController], providers: [Shutdown], exports: [Shutdown] })
export class HealthModule {}
