import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { MailOutbox } from './mail-outbox.ts';

/** Results of an attempt. `dropped`: the recipient has no account. `limited`: the mailbox has had the mails of an hour. `failed`: the mail is a dead letter. */
export type MailResult = 'sent' | 'dropped' | 'limited' | 'retried' | 'failed';

/** Counts attempts, and reads the state of the outbox when the metrics are read. */
@Injectable()
export class MailMetrics {
  private readonly results;

  constructor({ registry }: Metrics, outbox: MailOutbox) {
    const registers = [registry];
    this.results = new Counter({
      name: 'dps_mails_total',
      help: 'Attempts to send a mail, by result',
      labelNames: ['result'],
      registers,
    });
    const oldest = new Gauge({
      name: 'dps_mail_oldest_waiting_seconds',
      help: 'Age of the oldest mail that waits for its next attempt',
      registers,
    });
    const outgoing: Gauge<'state'> = new Gauge({
      name: 'dps_mail_outbox',
      help: 'Unsent mails of the last three days, by state',
      labelNames: ['state'],
      registers,
      collect: async () => {
        // The other metrics are served while the database is away.
        const counts = await outbox.counts().catch(() => null);
        if (!counts) return;
        outgoing.set({ state: 'waiting' }, counts.waiting);
        outgoing.set({ state: 'dead' }, counts.dead);
        oldest.set(counts.oldestSeconds);
      },
    });
  }

  count(result: MailResult): void {
    this.results.inc({ result });
  }
}
