import { Module } from '@nestjs/common';
import { RouteTable } from './route-table.ts';
import { Shutdown } from './shutdown.ts';

/** What the server knows of itself: its routes, and whether it is on its way out. */
@Module({ providers: [RouteTable, Shutdown], exports: [RouteTable, Shutdown] })
export class HttpModule {}
