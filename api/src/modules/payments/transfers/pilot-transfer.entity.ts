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
import { PILOT_TRANSFER_STATUSES, type PilotTransferStatus } from '@dps/contract';
import { sqlList } from '../../../platform/database/columns.ts';
import { Job } from '../../jobs/job.entity.ts';
import { User } from '../../users/user.entity.ts';
import { Payment } from '../payment.entity.ts';
import { Payout } from '../payouts/payout.entity.ts';

/** The statuses of a transfer to send. A payment has at most one. */
const DUE_TRANSFERS = ['waiting', 'sending', 'failed'] as const satisfies readonly PilotTransferStatus[];

/** The statuses of a transfer that is still to do. A payment also has at most one that is held. */
export const OPEN_TRANSFERS = [...DUE_TRANSFERS, 'held'] as const satisfies readonly PilotTransferStatus[];

/**
 * A transfer of the pilot's share of a card payment. A payment has one, and a further one for a disputed part, and after a dispute that
 * was won or a refund that failed, because the provider cannot undo a reversal.
 */
@Entity('pilot_transfers')
@Unique('pilot_transfers_payment_id_number_key', ['paymentId', 'number'])
@Unique('pilot_transfers_provider_transfer_id_key', ['providerTransferId'])
@Check('pilot_transfers_status_check', `status IN (${sqlList(PILOT_TRANSFER_STATUSES)})`)
@Check('pilot_transfers_amount_cents_check', 'amount_cents > 0')
@Check(
  'pilot_transfers_reversed_cents_check',
  'reversed_cents >= 0 AND reversing_cents >= 0 AND reversed_cents + reversing_cents <= amount_cents',
)
@Check('pilot_transfers_attempt_check', 'attempt > 0')
@Index('pilot_transfers_due_key', ['paymentId'], {
  unique: true,
  where: `status IN (${sqlList(DUE_TRANSFERS)})`,
})
@Index('pilot_transfers_held_key', ['paymentId'], { unique: true, where: `status = 'held'` })
@Index('pilot_transfers_job_id_idx', ['jobId'])
@Index('pilot_transfers_pilot_id_idx', ['pilotId', 'id'])
@Index('pilot_transfers_payout_id_idx', ['payoutId'], { where: 'payout_id IS NOT NULL' })
export class PilotTransfer {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Payment, { name: 'pilot_transfers_payment_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'payment_id' })
  paymentId: number;

  /** 1 for the first transfer of the payment. */
  @Column('integer', { default: 1 })
  number: number;

  @ForeignKey(() => Job, { name: 'pilot_transfers_job_id_fkey' })
  @Column('integer', { name: 'job_id' })
  jobId: number;

  @ForeignKey(() => User, { name: 'pilot_transfers_pilot_id_fkey' })
  @Column('integer', { name: 'pilot_id' })
  pilotId: number;

  /** The share. It follows refunds until the provider is called. */
  @Column('integer', { name: 'amount_cents' })
  amountCents: number;

  /** The part that the provider has taken back. */
  @Column('integer', { name: 'reversed_cents', default: 0 })
  reversedCents: number;

  /** The part that the provider was asked to take back, until it has responded. */
  @Column('integer', { name: 'reversing_cents', default: 0 })
  reversingCents: number;

  @Column('text', { default: 'waiting' })
  status: PilotTransferStatus;

  /** Part of the idempotency key of the next call about this transfer. */
  @Column('integer', { default: 1 })
  attempt: number;

  @Column('text', { name: 'provider_transfer_id', nullable: true })
  providerTransferId: string | null;

  /** The provider's code of the last refused call; null after a successful one. */
  @Column('text', { nullable: true })
  failure: string | null;

  /** The payout that has the money; null while it is at the account. */
  @ForeignKey(() => Payout, { name: 'pilot_transfers_payout_id_fkey' })
  @Column('integer', { name: 'payout_id', nullable: true })
  payoutId: number | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'transferred_at', nullable: true })
  transferredAt: Date | null;
}
