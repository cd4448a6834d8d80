import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access.guard.ts';
import { PasswordService } from './password.service.ts';

/** Password hashing and the global access guard. */
@Global()
@Module({
  providers: [PasswordService, { provide: APP_GUARD, useClass: AccessGuard }],
  exports: [PasswordService],
})
export class AuthPlatformModule {}
