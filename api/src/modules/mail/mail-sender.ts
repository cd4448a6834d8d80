import { Inject, Injectable, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { paths } from '@dps/contract';
import { Counter } from 'prom-client';
import {
  FinalFailure,
  Handles,
  type Attempt,
  type BackgroundHandler,
} from '../../platform/background/background-work.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { limitKey, RateLimiter } from '../../platform/throttling/rate-limiter.ts';
import { mailboxOf } from '../users/email.policy.ts';
import { DeadlineReminders } from './deadline-reminders.ts';
import { writeMail } from './mail-message.ts';
import { MailOutbox, type DueMail, type Recipient } from './mail-outbox.ts';
import { MailSettings } from './mail-settings.ts';
import { MailSettingsController, UnsubscribeController } from './mail-settings.controller.ts';
import { mailContent } from './mail.catalogue.ts';
import { isTopic, type MailKind } from './outgoing-mail.entity.ts';
import { MailedTokens } from './mailed-tokens.ts';
import { createSmtpTransport, SendFailure, type SmtpTransport } from './smtp-transport.ts';

/** Mails of each kind to one mailbox in an hour. More would not be noticed, and would hide others. */
const MOST_OF_KIND = 5;
/** Mails about jobs to one mailbox in an hour. */
const MOST_OF_JOBS = 20;
const WINDOW_SECONDS = 60 * 60;

/** `dropped`: the recipient has no account. `limited`: the mailbox has had the mails of an hour. `failed`: the mail is a dead letter. */
type MailResult = 'sent' | 'dropped' | 'limited' | 'retried' | 'failed';

/**
 * Sends the mails of the outbox. A mail arrives at least once: SMTP cannot confirm a mail and record it in the database together.
 * All attempts of a mail have the same Message-ID.
 */
@Injectable()
@Handles('mail')
export class MailSender implements BackgroundHandler, OnApplicationBootstrap {
  private readonly log = new Logger(MailSender.name);
  private readonly transport: SmtpTransport | null;
  private readonly results;

  constructor(
    private readonly outbox: MailOutbox,
    private readonly tokens: MailedTokens,
    private readonly settings: MailSettings,
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) private readonly config: Pick<Config, 'mail' | 'publicOrigin' | 'environment'>,
    { registry }: Metrics,
  ) {
    this.transport = config.mail && createSmtpTransport(config.mail);
    this.results = new Counter({
      name: 'dps_mails_total',
      help: 'Attempts to send a mail, by result',
      labelNames: ['result'],
      registers: [registry],
    });
  }

  onApplicationBootstrap(): void {
    if (!this.transport && this.config.environment === 'production')
      this.log.warn('This deployment sends no mail: SMTP_URL is not set');
  }

  async run({ rowId, isLast }: Attempt): Promise<{ result: MailResult } | undefined> {
    if (!this.transport) {
      await this.outbox.drop(rowId);
      return undefined;
    }
    const mail = await this.outbox.take(rowId);
    if (!mail) return undefined;
    try {
      return this.count(await this.send(mail, this.transport));
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      this.count(isLast || error.isFinal ? 'failed' : 'retried');
      const message = `${mail.kind} was not sent: ${error.message}`;
      throw error.isFinal ? new FinalFailure(message) : new Error(message);
    }
  }

  private count(result: MailResult): { result: MailResult } {
    this.results.inc({ result });
    return { result };
  }

  private async send(mail: DueMail, transport: SmtpTransport): Promise<MailResult> {
    const { id, kind, recipient, createdAt, jobTitle } = mail;
    const unsubscribe =
      recipient?.userId && isTopic(kind) ? await this.settings.tokenFor(recipient.userId, kind) : '';
    if (!recipient || unsubscribe === null) return this.drop(mail);
    const secondsToWait = mail.isFirst ? await this.secondsToWait(kind, recipient) : 0;
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
    if (kind === 'account-deleted') await this.outbox.drop(id);
    else await this.outbox.markSent(id);
    return 'sent';
  }

  private async drop({ id }: DueMail): Promise<MailResult> {
    await this.outbox.drop(id);
    return 'dropped';
  }

  /** Counts a mail to a mailbox. Returns the seconds until the mailbox may get further ones; 0 below the limit. */
  private async secondsToWait(kind: MailKind, { email }: Recipient): Promise<number> {
    const [about, most] = isTopic(kind) ? ['jobs', MOST_OF_JOBS] : [kind, MOST_OF_KIND];
    const key = limitKey(`mail:${about}`, mailboxOf(email));
    const [exceeded] = await this.limiter.exceeded([{ key, most, windowSeconds: WINDOW_SECONDS }]);
    return exceeded?.secondsLeft ?? 0;
  }

  /** Sends a mail about a job later. Another one is not sent: the mailbox has just had several of its kind. */
  private async limit({ id, kind }: DueMail, seconds: number): Promise<MailResult> {
    await (isTopic(kind) ? this.outbox.postpone(id, seconds) : this.outbox.drop(id));
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
  providers: [MailOutbox, MailedTokens, MailSettings, MailSender, DeadlineReminders],
})
export class MailModule {}
