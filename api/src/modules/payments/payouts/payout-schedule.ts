import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Handles, type BackgroundHandler } from '../../../platform/background/background-work.ts';
import { sendJob } from '../../../platform/background/send-job.ts';
import { releaseTransfers, retryReversals } from '../transfers/release-transfers.ts';

/** SQL: the pilots with a ready account, and those with a payout whose end is open. */
const PILOTS = `
  SELECT user_id AS "userId", state = 'ready' AS "isReady" FROM payout_accounts
  WHERE state = 'ready' OR EXISTS (
    SELECT FROM payouts WHERE pilot_id = user_id AND status IN ('requested', 'in-transit')
  ) ORDER BY user_id`;

/**
 * Sends the jobs of the payouts every day: a payout has the money of the last Friday, so that none is lost if a Friday fails. It also
 * repeats what waits although its account is ready.
 */
@Injectable()
@Handles('payouts')
export class PayoutSchedule implements BackgroundHandler {
  constructor(private readonly database: DataSource) {}

  /** Returns the number of pilots. */
  async run(): Promise<{ pilots: number }> {
    const pilots = await this.database.query<{ userId: number; isReady: boolean }[]>(PILOTS);
    for (const { userId, isReady } of pilots)
      await this.database.transaction(async (manager) => {
        if (isReady) await releaseTransfers(manager, userId, ['waiting']);
        await retryReversals(manager, userId);
        await sendJob(manager, 'payout', userId);
      });
    return { pilots: pilots.length };
  }
}
