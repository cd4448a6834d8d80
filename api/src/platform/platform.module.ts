import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessGuard } from './auth/access.guard.ts';
import { PasswordService } from './auth/password.service.ts';
import { BackgroundMetrics } from './background/background.metrics.ts';
import { BackgroundWork } from './background/background-work.ts';
import { HealthController } from './http/health.controller.ts';
import { RouteTable } from './http/route-table.ts';
import { Shutdown } from './http/shutdown.ts';
import { ImageDecoder } from './images/image-decoder.ts';
import { DatabaseMetrics } from './metrics/database-metrics.ts';
import { MetricsServer } from './metrics/metrics-server.ts';
import { Metrics } from './metrics/metrics.ts';
import { RateLimit } from './throttling/rate-limit.entity.ts';
import { RateLimiter } from './throttling/rate-limiter.ts';

/** The parts of the platform that have no settings: the access guard, passwords, health checks, images, metrics and rate limits. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([RateLimit]), DiscoveryModule],
  controllers: [HealthController],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    PasswordService,
    RouteTable,
    Shutdown,
    Metrics,
    MetricsServer,
    DatabaseMetrics,
    RateLimiter,
    BackgroundWork,
    BackgroundMetrics,
    { provide: ImageDecoder, useFactory: (metrics: Metrics) => new ImageDecoder(metrics), inject: [Metrics] },
  ],
  exports: [PasswordService, Metrics, RateLimiter, ImageDecoder],
})
export class PlatformModule {}
