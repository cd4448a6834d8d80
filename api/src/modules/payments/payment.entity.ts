import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES, type PaymentProvider, type PaymentStatus } from '@dps/contract';
import { sqlList } from '../../platform/database/columns.ts';
import { Job } from '../jobs/job.entity.ts';

@Entity('payments')
@Check('payments_status_check', `status IN (${sqlList(PAYMENT_STATUSES)})`)
@Check('payments_provider_check', `provider IN (${sqlList(PAYMENT_PROVIDERS)})`)
@Check('payments_amount_check', 'amount > 0')
@Check('payments_attempt_check', 'attempt > 0')
@Check(
  'payments_returned_amount_check',
  'refunded_amount >= 0 AND disputed_amount >= 0 AND lost_amount >= 0 AND refunded_amount + disputed_amount + lost_amount <= amount',
)
@Unique('payments_transaction_id_key', ['transactionId'])
@Index('payments_live_key', ['jobId'], { unique: true, where: `status IN ('pending', 'completed')` })
@Index('payments_job_id_idx', ['jobId', 'id'])
@Index('payments_due_idx', ['checkAfter'], { where: `status = 'pending'` })
export class Payment {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Job, { name: 'payments_job_id_fkey' })
  @Column('integer', { name: 'job_id' })
  jobId: number;

  @Column('text')
  provider: PaymentProvider;

  @Column('text', { default: 'pending' })
  status: PaymentStatus;

  /** Cents. */
  @Column('integer')
  amount: number;

  /** ISO 4217, in lower case as in the provider's API. */
  @Column('text', { default: 'usd' })
  currency: string;

  /** The provider's payment intent, or `manual:<uuid>`; null until the provider has responded. */
  @Column('text', { name: 'transaction_id', nullable: true })
  transactionId: string | null;

  /** Part of the idempotency key. Increases after a failure that the provider would repeat for the same key. */
  @Column('integer', { default: 1 })
  attempt: number;

  /** The provider's code of the last failure. */
  @Column('text', { name: 'failure_code', nullable: true })
  failureCode: string | null;

  /** The part of the amount that went back to the client, in cents. */
  @Column('integer', { name: 'refunded_amount', default: 0 })
  refundedAmount: number;

  /** Time of the newest refund; null without one. */
  @Column('timestamptz', { name: 'refunded_at', nullable: true })
  refundedAt: Date | null;

  /** Brand of the charged card in the provider's words, such as `visa`; null without a charge. */
  @Column('text', { name: 'card_brand', nullable: true })
  cardBrand: string | null;

  /** Last four digits of the charged card. */
  @Column('text', { name: 'card_last4', nullable: true })
  cardLast4: string | null;

  /** Whether the provider processes a payment that the client has submitted. A created payment awaits the client. */
  @Column('boolean', { default: false })
  submitted: boolean;

  /** The part of the amount in open disputes of the client's bank, in cents. */
  @Column('integer', { name: 'disputed_amount', default: 0 })
  disputedAmount: number;

  /** The part of the amount that the client's bank keeps after lost disputes, in cents. */
  @Column('integer', { name: 'lost_amount', default: 0 })
  lostAmount: number;

  /** Number of look-ups by the sweep since a client last opened the payment. */
  @Column('integer', { default: 0 })
  checks: number;

  /** Earliest time of the sweep's next look-up. */
  @Column('timestamptz', { name: 'check_after', default: () => 'now()' })
  checkAfter: Date;

  /** Increases with every change, so that a response from before the last change is detected. */
  @VersionColumn({ default: 1 })
  version: number;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}
