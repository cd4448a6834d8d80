import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessGuard } from './access.guard.ts';
import { PasswordService } from './password.service.ts';
import { SessionActivity } from './session-activity.ts';
import { Session } from './session.entity.ts';
import { SessionService } from './session.service.ts';
import { SessionStrategy } from './session.strategy.ts';

/** Sessions, passwords, and the guard of every route. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Session])],
  providers: [
    SessionActivity,
    SessionService,
    SessionStrategy,
    PasswordService,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [SessionService, PasswordService],
})
export class AuthPlatformModule {}
