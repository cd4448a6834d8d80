import { Module } from '@nestjs/common';
import { ThrottlingModule } from '../../platform/throttling/throttling.module.ts';
import { UserModule } from '../users/user.module.ts';
import { AuthController } from './auth.controller.ts';
import { LocalStrategy } from './local.strategy.ts';
import { LoginAccountReader } from './login-account.reader.ts';
import { LoginThrottle } from './login-throttle.ts';
import { SignupThrottle } from './signup-throttle.ts';

@Module({
  imports: [ThrottlingModule, UserModule],
  controllers: [AuthController],
  providers: [LocalStrategy, LoginAccountReader, LoginThrottle, SignupThrottle],
})
export class AuthModule {}
