import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateLimit } from './rate-limit.entity.ts';
import { RateLimiter } from './rate-limiter.ts';

@Module({
  imports: [TypeOrmModule.forFeature([RateLimit])],
  providers: [RateLimiter],
  exports: [RateLimiter],
})
export class ThrottlingModule {}
