import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { ENTITIES } from './database/entities.ts';
import { OLD_AUDIT_EVENTS } from './modules/administration/audit-event.entity.ts';
import { AuthModule } from './modules/auth/auth.module.ts';
import { OLD_DEVICES } from './modules/auth/known-devices.ts';
import { EXPIRED_PASSKEY_CHALLENGES } from './modules/auth/passkey.entity.ts';
import { EXPIRED_SESSIONS } from './modules/auth/session.entity.ts';
import { CalendarModule } from './modules/calendar/calendar.module.ts';
import { EventModule } from './modules/events/event.module.ts';
import { EXPIRED_REPORT_LINKS } from './modules/flight-data/report/report-link.entity.ts';
import { FlightDataModule } from './modules/flight-data/flight-data.module.ts';
import { UNFINISHED_UPLOADS } from './modules/job-files/job-file.entity.ts';
import { JobFileModule } from './modules/job-files/job-file.module.ts';
import { JobEventModule } from './modules/job-events/job-event.module.ts';
import { OLD_JOB_REQUESTS } from './modules/jobs/job-request.entity.ts';
import { JobModule } from './modules/jobs/job.module.ts';
import { MailModule } from './modules/mail/mail-sender.ts';
import { OLD_EMAIL_CHANGES } from './modules/mail/email-change.entity.ts';
import { EXPIRED_EMAIL_CONFIRMATIONS } from './modules/mail/email-confirmation.entity.ts';
import { EXPIRED_PASSWORD_RESETS } from './modules/mail/password-reset.entity.ts';
import { OLD_MAILS } from './modules/mail/outgoing-mail.entity.ts';
import { CLOSED_REPORTS } from './modules/abuse-reports/abuse-report.entity.ts';
import { AbuseReportModule } from './modules/abuse-reports/abuse-report.module.ts';
import { MessageModule } from './modules/messages/message.module.ts';
import { OLD_PROVIDER_EVENTS } from './modules/payments/provider-event.entity.ts';
import { EXPIRED_EXPORTS } from './modules/personal-data/data-export.entity.ts';
import { PersonalDataModule } from './modules/personal-data/personal-data.module.ts';
import { PilotModule } from './modules/pilots/pilot.module.ts';
import { QuestionModule } from './modules/questions/question.module.ts';
import { TelemetryModule } from './modules/telemetry/telemetry.module.ts';
import { TownModule } from './modules/towns/town.module.ts';
import { UserModule } from './modules/users/user.module.ts';
import { ConfigModule } from './platform/config/config.module.ts';
import type { Config } from './platform/config/config.ts';
import { DatabaseModule } from './platform/database/database.module.ts';
import { HousekeepingModule } from './platform/housekeeping/housekeeping.ts';
import { PlatformModule } from './platform/platform.module.ts';
import { EXPIRED_RATE_LIMITS } from './platform/throttling/rate-limit.entity.ts';

@Module({})
export class AppModule {
  static forRoot(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule.forRoot(config.databaseUrl, ENTITIES, logger),
        PlatformModule,
        HousekeepingModule.forRoot(
          EXPIRED_SESSIONS,
          EXPIRED_RATE_LIMITS,
          OLD_PROVIDER_EVENTS,
          OLD_JOB_REQUESTS,
          UNFINISHED_UPLOADS,
          EXPIRED_REPORT_LINKS,
          OLD_MAILS,
          CLOSED_REPORTS,
          EXPIRED_PASSWORD_RESETS,
          EXPIRED_EMAIL_CONFIRMATIONS,
          OLD_EMAIL_CHANGES,
          OLD_DEVICES,
          EXPIRED_EXPORTS,
          OLD_AUDIT_EVENTS,
          EXPIRED_PASSKEY_CHALLENGES,
        ),
        MailModule,
        UserModule,
        AuthModule,
        JobModule,
        JobEventModule,
        JobFileModule,
        MessageModule,
        FlightDataModule,
        PilotModule,
        QuestionModule,
        AbuseReportModule,
        TownModule,
        CalendarModule,
        PersonalDataModule,
        EventModule,
        TelemetryModule,
      ],
    };
  }
}
