import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { serverDataSource } from './data-source.ts';

const CONNECT_ATTEMPTS = 5;
const RETRY_MS = 500;

@Module({})
export class DatabaseModule {
  static forRoot(url: string, logger: Logger): DynamicModule {
    const onPoolError = (error: unknown) => logger.warn({ err: error }, 'an idle database connection broke');
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({
          ...serverDataSource(url, onPoolError),
          retryAttempts: CONNECT_ATTEMPTS,
          retryDelay: RETRY_MS,
        }),
      ],
    };
  }
}
