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
import { sqlList } from '../../../platform/database/columns.ts';
import { Job } from '../../jobs/job.entity.ts';
import { User } from '../../users/user.entity.ts';
import { Payment } from '../payment.entity.ts';
import { LEDGER_ACCOUNTS, LEDGER_KINDS, type LedgerAccount, type LedgerKind } from './ledger.movements.ts';

/**
 * The change of one account by a movement of money, written in the transaction that changes the payment. Triggers refuse a movement
 * whose entries do not sum to zero, a change of an entry, and its deletion as long as its payment exists.
 */
@Entity('ledger_entries')
@Unique('ledger_entries_movement_account_key', ['movement', 'account'])
@Check('ledger_entries_kind_check', `kind IN (${sqlList(LEDGER_KINDS)})`)
@Check('ledger_entries_account_check', `account IN (${sqlList(LEDGER_ACCOUNTS)})`)
@Check('ledger_entries_amount_check', 'amount <> 0')
@Index('ledger_entries_payment_id_idx', ['paymentId', 'id'])
@Index('ledger_entries_job_id_idx', ['jobId'])
@Index('ledger_entries_user_id_idx', ['userId', 'id'])
@Index('ledger_entries_at_idx', ['at'])
export class LedgerEntry {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  /** Names the movement, such as `charge:7` and `refund:7:3`, so that no movement is written twice. */
  @Column('text')
  movement: string;

  @Column('text')
  kind: LedgerKind;

  @Column('text')
  account: LedgerAccount;

  /** Cents; negative if money leaves the account. */
  @Column('integer')
  amount: number;

  @ForeignKey(() => Payment, { name: 'ledger_entries_payment_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'payment_id' })
  paymentId: number;

  @ForeignKey(() => Job, { name: 'ledger_entries_job_id_fkey' })
  @Column('integer', { name: 'job_id' })
  jobId: number;

  /** The client or the pilot whose account it is; null for the other accounts. */
  @ForeignKey(() => User, { name: 'ledger_entries_user_id_fkey' })
  @Column('integer', { name: 'user_id', nullable: true })
  userId: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  at: Date;
}
