import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { readConnections, serverDataSource, type Entities } from './data-source.ts';
import { PreparedReads } from './prepared-reads.ts';

const CONNECT_ATTEMPTS = 5;
const RETRY_MS = 500;

@Module({})
export class DatabaseModule {
  static forRoot(url: string, entities: Entities, logger: Logger): DynamicModule {
    const onBroken = (error: unknown) => logger.warn({ err: error }, 'a database connection failed');
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({
          ...serverDataSource(url, entities, onBroken),
          retryAttempts: CONNECT_ATTEMPTS,
          retryDelay: RETRY_MS,
        }),
      ],
      providers: [
        { provide: PreparedReads, useFactory: () => new PreparedReads(readConnections(url), onBroken) },
      ],
      exports: [PreparedReads],
    };
  }
}
