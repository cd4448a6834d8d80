import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { paths } from '@dps/contract';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { limitKey, RateLimiter } from '../../platform/throttling/rate-limiter.ts';
import { mailboxOf } from '../users/email.policy.ts';
import { DeadlineReminders } from './deadline-reminders.ts';
import { writeMail } from './mail-message.ts';
import { MailOutbox, type DueMail, type Recipient } from './mail-outbox.ts';
import { MailSettings } from './mail-settings.ts';
import { MailSettingsController, UnsubscribeController } from './mail-settings.controller.ts';
import { mailContent } from './mail.catalogue.ts';
import { MailMetrics, type MailResult } from './mail.metrics.ts';
import { isTopic, type MailKind } from './outgoing-mail.entity.ts';
import { MailedTokens } from './mailed-tokens.ts';
import { createSmtpTransport, SendFailure, type SmtpTransport } from './smtp-transport.ts';

const AT_A_TIME = 5;
/** Mails of each kind to one mailbox in an hour. More would not be noticed, and would hide others. */
const MOST_OF_KIND = 5;
/** Mails about jobs to one mailbox in an hour. */
const MOST_OF_JOBS = 20;
const WINDOW_SECONDS = 60 * 60;
const STOP_WITHIN_MS = 3_000;

/**
 * Sends the mails of the outbox. All replicas do so, and each takes mails that no other has leased. A mail arrives at least
 * once: SMTP cannot confirm a mail and record it in the database together. All attempts of a mail have the same Message-ID.
 */
@Injectable()
export class MailSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(MailSender.name);
  private readonly transport: SmtpTransport | null;
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly outbox: MailOutbox,
    private readonly metrics: MailMetrics,
    private readonly tokens: MailedTokens,
    private readonly settings: MailSettings,
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) private readonly config: Pick<Config, 'mail' | 'publicOrigin' | 'environment'>,
  ) {
    this.transport = config.mail && createSmtpTransport(config.mail);
  }

  onApplicationBootstrap(): void {
    const { mail, environment } = this.config;
    if (mail) {
      this.timer = setInterval(() => void this.run(), mail.everySeconds * 1000);
      this.timer.unref();
    } else if (environment === 'production') {
      this.log.warn('This deployment sends no mail: SMTP_URL is not set');
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopping = true;
    // A mail that is not confirmed by then is sent again by another process.
    await Promise.race([this.underWay, delay(STOP_WITHIN_MS, undefined, { ref: false })]);
  }

  /** Sends what is due. A call during another one waits for it. Errors are logged: the next run repeats the work. */
  run(): Promise<void> {
    this.underWay ??= this.sendDue()
      .catch((error: unknown) => this.log.warn(`The outbox could not be read: ${String(error)}`))
      .finally(() => {
        this.underWay = null;
      });
    return this.underWay;
  }

  /** Runs until nothing is due or the mail server does not work. */
  private async sendDue(): Promise<void> {
    let works = true;
    while (works && this.transport && !this.stopping) {
      const { transport } = this;
      const mails = await this.outbox.lease(AT_A_TIME);
      if (mails.length === 0) return;
      const served = await Promise.all(mails.map((mail) => this.attempt(mail, transport)));
      works = served.every(Boolean);
    }
  }

  /** Returns false if the mail server does not work. */
  private async attempt(mail: DueMail, transport: SmtpTransport): Promise<boolean> {
    try {
      this.metrics.count(await this.send(mail, transport));
      return true;
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      const isDead = await this.outbox.markFailed(mail, error.message, error.isFinal);
      this.metrics.count(isDead ? 'failed' : 'retried');
      const line = `Mail ${mail.id} (${mail.kind}) was not sent: ${error.message}`;
      if (isDead) this.log.error(`${line}; it is a dead letter`);
      else this.log.warn(line);
      return !error.concernsServer;
    }
  }

  private async send(mail: DueMail, transport: SmtpTransport): Promise<MailResult> {
    const { id, kind, recipient, createdAt, jobTitle } = mail;
    const unsubscribe =
      recipient?.userId && isTopic(kind) ? await this.settings.tokenFor(recipient.userId, kind) : '';
    if (!recipient || unsubscribe === null) return this.drop(mail);
    const secondsToWait = mail.attempts === 1 ? await this.count(kind, recipient) : 0;
    if (secondsToWait > 0) return this.limit(mail, secondsToWait);
    const token = await this.tokenFor(mail, recipient);
    if (token === null) return this.drop(mail);
    const { publicOrigin } = this.config;
    const facts = { ...mail, recipient, jobTitle: jobTitle ?? '', token };
    await transport.send({
      ...writeMail(mailContent(kind, facts, publicOrigin)),
      to: { name: recipient.name ?? '', address: recipient.email },
      messageId: `<${id}.${createdAt.getTime()}@${new URL(publicOrigin).hostname}>`,
      date: createdAt,
      ...(unsubscribe && { unsubscribe: `${publicOrigin}${paths.unsubscribe(unsubscribe)}?topic=${kind}` }),
    });
    if (kind === 'account-deleted') await this.outbox.drop(mail);
    else await this.outbox.markSent(mail);
    return 'sent';
  }

  private async drop(mail: DueMail): Promise<MailResult> {
    await this.outbox.drop(mail);
    return 'dropped';
  }

  /** Counts a mail to a mailbox. Returns the seconds until the mailbox may get further ones; 0 below the limit. */
  private async count(kind: MailKind, { email }: Recipient): Promise<number> {
    const [about, most] = isTopic(kind) ? ['jobs', MOST_OF_JOBS] : [kind, MOST_OF_KIND];
    const key = limitKey(`mail:${about}`, mailboxOf(email));
    const [exceeded] = await this.limiter.exceeded([{ key, most, windowSeconds: WINDOW_SECONDS }]);
    return exceeded?.secondsLeft ?? 0;
  }

  /** Sends a mail about a job later. Another one is not sent: the mailbox has just had several of its kind. */
  private async limit(mail: DueMail, seconds: number): Promise<MailResult> {
    await (isTopic(mail.kind) ? this.outbox.postpone(mail, seconds) : this.outbox.drop(mail));
    return 'limited';
  }

  /** Creates the token of the link: empty for a link without one, null if the mail has become pointless. */
  private async tokenFor({ kind, detail }: DueMail, { userId, email }: Recipient): Promise<string | null> {
    if (userId === null) return '';
    if (kind === 'email-changed') return this.tokens.createUndo(Number(detail['change']));
    if (kind === 'password-reset') return this.tokens.createReset(userId, email);
    const confirms = kind === 'email-confirmation' || kind === 'email-change';
    return confirms ? this.tokens.createConfirmation(userId, email) : '';
  }
}

@Module({
  controllers: [MailSettingsController, UnsubscribeController],
  providers: [MailOutbox, MailedTokens, MailSettings, MailMetrics, MailSender, DeadlineReminders],
  exports: [MailOutbox],
})
export class MailModule {}
