import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Handles, type BackgroundHandler } from '../../platform/background/background-work.ts';
import { sendJob } from '../../platform/background/send-job.ts';

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
  ON CONFLICT DO NOTHING RETURNING id`;

/** Writes mails about the accepted jobs that are due tomorrow. The database keeps one of each mail. */
@Injectable()
@Handles('deadline-reminders')
export class DeadlineReminders implements BackgroundHandler {
  constructor(private readonly database: DataSource) {}

  run(): Promise<{ written: number }> {
    return this.database.transaction(async (manager) => {
      const mails = await manager.query<{ id: number }[]>(REMIND);
      for (const { id } of mails) await sendJob(manager, 'mail', id);
      return { written: mails.length };
    });
  }
}
