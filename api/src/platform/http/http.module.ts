import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.ts';
import { RouteTable } from './route-table.ts';
import { Shutdown } from './shutdown.ts';

/** The health checks, and the server's routes and shutdown state. */
@Module({ controllers: [HealthController], providers: [RouteTable, Shutdown] })
export class HttpModule {}
