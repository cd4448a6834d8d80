import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryColumn,
  Unique,
  VersionColumn,
} from 'typeorm';
import type { PayoutAccountState } from '@dps/contract';
import { sqlList } from '../../../platform/database/columns.ts';
import { User } from '../../users/user.entity.ts';

/** The states of a stored account. */
const STORED_STATES = [
  'started',
  'needs-information',
  'ready',
  'refused',
] as const satisfies readonly PayoutAccountState[];

/** The account of a pilot at the payment provider. Its state is that of the last look-up there. */
@Entity('payout_accounts')
@Unique('payout_accounts_account_id_key', ['accountId'])
@Check('payout_accounts_state_check', `state IN (${sqlList(STORED_STATES)})`)
@Check('payout_accounts_attempt_check', 'attempt > 0')
export class PayoutAccount {
  @ForeignKey(() => User, { name: 'payout_accounts_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { name: 'user_id' })
  userId: number;

  /** The provider's id of the account; null until the provider has responded. */
  @Column('text', { name: 'account_id', nullable: true })
  accountId: string | null;

  /** Part of the idempotency key. Increases after a failure that the provider would repeat for the same key. */
  @Column('integer', { default: 1 })
  attempt: number;

  @Column('text', { default: 'started' })
  state: (typeof STORED_STATES)[number];

  /** Time by which the provider needs information; null without such a time. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt: Date | null;

  /** Increases with every change, so that a response from before the last change is detected. */
  @VersionColumn({ default: 1 })
  version: number;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
