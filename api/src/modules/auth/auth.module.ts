import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../mail/mail-sender.ts';
import { UserModule } from '../users/user.module.ts';
import { AccountSecurityController } from './account-security.controller.ts';
import { AuthController } from './auth.controller.ts';
import { EmailConfirmation } from './email-confirmation.ts';
import { EmailUndo } from './email-undo.ts';
import { EmailConfirmationController, EmailController } from './email-confirmation.controller.ts';
import { KnownDevices } from './known-devices.ts';
import { LocalStrategy } from './local.strategy.ts';
import { LoginAccountReader } from './login-account.reader.ts';
import { LoginThrottle } from './login-throttle.ts';
import { PasskeyChallenges } from './passkey-challenges.ts';
import { PasskeyLoginController } from './passkey-login.controller.ts';
import { PasskeyVerifier } from './passkey-verifier.ts';
import { PasskeyController } from './passkey.controller.ts';
import { PasskeyService } from './passkey.service.ts';
import { PasswordChange } from './password-change.ts';
import { PasswordReset } from './password-reset.ts';
import { EmailUndoController, PasswordResetController } from './password-reset.controller.ts';
import { SecondFactorController } from './second-factor.controller.ts';
import { SecondFactorService } from './second-factor.service.ts';
import { SecondStep } from './second-step.ts';
import { SignInService } from './sign-in.service.ts';
import { Session } from './session.entity.ts';
import { SessionService } from './session.service.ts';
import { SessionStrategy } from './session.strategy.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Session]), UserModule, MailModule],
  controllers: [
    AuthController,
    PasskeyLoginController,
    PasswordResetController,
    EmailUndoController,
    EmailConfirmationController,
    EmailController,
    AccountSecurityController,
    SecondFactorController,
    PasskeyController,
  ],
  providers: [
    LocalStrategy,
    LoginAccountReader,
    LoginThrottle,
    PasswordChange,
    PasswordReset,
    EmailConfirmation,
    EmailUndo,
    SecondFactorService,
    PasskeyChallenges,
    PasskeyService,
    PasskeyVerifier,
    SecondStep,
    SignInService,
    KnownDevices,
    SessionService,
    SessionStrategy,
  ],
  exports: [SessionService],
})
export class AuthModule {}
