import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.ts';
import { HealthController } from './health.controller.ts';

@Module({ imports: [HttpModule], controllers: [HealthController] })
export class HealthModule {}
