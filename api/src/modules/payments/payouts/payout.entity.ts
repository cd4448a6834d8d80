import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { PAYOUT_STATUSES, type PayoutStatus } from '@dps/contract';
import { sqlList } from '../../../platform/database/columns.ts';
import { User } from '../../users/user.entity.ts';

/** A payout from the account of a pilot at the payment provider to the pilot's bank: at most one a week. */
@Entity('payouts')
@Unique('payouts_provider_payout_id_key', ['providerPayoutId'])
@Index('payouts_pilot_id_id_idx', ['pilotId', 'id'])
@Index('payouts_pilot_id_week_key', ['pilotId', 'week'], { unique: true, where: 'repeated_at IS NULL' })
@Check('payouts_status_check', `status IN (${sqlList(PAYOUT_STATUSES)})`)
@Check('payouts_attempt_check', 'attempt > 0')
@Check('payouts_amount_cents_check', 'amount_cents > 0')
export class Payout {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => User, { name: 'payouts_pilot_id_fkey' })
  @Column('integer', { name: 'pilot_id' })
  pilotId: number;

  /** Date of the Friday. */
  @Column('date')
  week: string;

  @Column('integer', { name: 'amount_cents' })
  amountCents: number;

  @Column('text', { default: 'requested' })
  status: PayoutStatus;

  /** Part of the idempotency key. Increases after a failure that the provider would repeat for the same key. */
  @Column('integer', { default: 1 })
  attempt: number;

  /** Null until the provider has responded. */
  @Column('text', { name: 'provider_payout_id', nullable: true })
  providerPayoutId: string | null;

  /** Date on which the provider expects the money at the bank. */
  @Column('date', { name: 'arrives_on', nullable: true })
  arrivesOn: string | null;

  /** The provider's code of the failure, such as `account_closed`. */
  @Column('text', { name: 'failure_code', nullable: true })
  failureCode: string | null;

  @Column('text', { name: 'failure_message', nullable: true })
  failureMessage: string | null;

  /** Time at which an operator let the week of a failed payout have another one. */
  @Column('timestamptz', { name: 'repeated_at', nullable: true })
  repeatedAt: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'paid_at', nullable: true })
  paidAt: Date | null;
}
