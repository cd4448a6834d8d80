import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { User } from '../users/user.entity.ts';

/** The calendar address of a user, who created it. */
@Entity('calendar_feeds')
@Unique('calendar_feeds_token_key', ['token'])
export class CalendarFeed {
  @ForeignKey(() => User, { name: 'calendar_feeds_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { name: 'user_id' })
  userId: number;

  /** Stored literally, because the user reads the address again. */
  @Column('text')
  token: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
