import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { healthView, type HealthView } from '@dps/contract';
import { Access } from '../auth/access.decorator.ts';
import { DomainError } from '../errors/domain-error.ts';
import { Shutdown } from './shutdown.ts';

const RETRY_SECONDS = 1;

@Controller('health')
export class HealthController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly shutdown: Shutdown,
  ) {}

  @Get('live')
  @ApiOperation({ summary: 'The process runs' })
  @Access('health.read')
  @ApiOkResponse({ standardSchema: healthView })
  live(): HealthView {
    return { status: 'ok' };
  }

  /** Throws `unavailable` if the database does not respond or the process is shutting down. */
  @Get('ready')
  @ApiOperation({ summary: 'The process can serve' })
  @Access('health.read')
  @ApiOkResponse({ standardSchema: healthView })
  async ready(): Promise<HealthView> {
    if (this.shutdown.closing) throw new DomainError('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    await this.dataSource.query('SELECT 1');
    return { status: 'ok' };
  }
}
