import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';

const EVERY_MS = 15 * 60 * 1000;

// A day of UTC, as a deadline without a time. The index allows one reminder for each user, job and deadline.
const REMIND = `
  INSERT INTO outgoing_mails (kind, user_id, job_id, detail)
  SELECT 'deadline-tomorrow', recipient, jobs.id, jsonb_build_object('deadline', to_char(deadline AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
  FROM jobs CROSS JOIN LATERAL unnest(ARRAY[client_id, pilot_id]) AS recipient
  WHERE pilot_id IS NOT NULL AND jobs.status IN ('pending', 'in-progress')
    AND deadline >= (date_trunc('day', now() AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'
    AND deadline < (date_trunc('day', now() AT TIME ZONE 'UTC') + interval '2 days') AT TIME ZONE 'UTC'
    AND NOT EXISTS (
      SELECT FROM mail_settings WHERE user_id = recipient AND 'deadline-tomorrow' = ANY(off)
    )
  ON CONFLICT DO NOTHING`;

/** Writes mails about the accepted jobs that are due tomorrow. All replicas do so, and the database keeps one of each mail. */
@Injectable()
export class DeadlineReminders implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(DeadlineReminders.name);
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> = Promise.resolve();

  constructor(private readonly database: DataSource) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.underWay = this.run().catch((error: unknown) =>
        this.log.warn(`The reminders could not be written: ${String(error)}`),
      );
    }, EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.underWay;
  }

  async run(): Promise<void> {
    await this.database.query(REMIND);
  }
}
