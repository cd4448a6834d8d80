import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Role } from '@dps/contract';

interface LoginAccount {
  /** The normalized username. */
  name: string;
  /** Null if no account has this name. */
  user: {
    id: number;
    role: Role;
    passwordHash: string;
    isSuspended: boolean;
    /** Whether an authenticator app is set up. */
    hasApp: boolean;
    hasPasskey: boolean;
  } | null;
}

const FIND = `
  SELECT username_key($1::text) AS name, users.id, users.role, users.password_hash AS "passwordHash",
    users.suspended_at IS NOT NULL AS "isSuspended", authenticators.secret IS NOT NULL AS "hasApp",
    EXISTS (SELECT FROM passkeys WHERE passkeys.user_id = users.id) AS "hasPasskey"
  FROM (SELECT) AS one LEFT JOIN users ON username_key(users.username) = username_key($1::text)
    LEFT JOIN authenticators ON authenticators.user_id = users.id`;

type Row = Pick<LoginAccount, 'name'> &
  (
    | NonNullable<LoginAccount['user']>
    | { id: null; role: null; passwordHash: null; isSuspended: false; hasApp: false; hasPasskey: false }
  );

/** Finds an account by its username after NFKC and case folding. */
@Injectable()
export class LoginAccountReader {
  constructor(private readonly database: DataSource) {}

  async find(username: string): Promise<LoginAccount> {
    const [row] = await this.database.query<Row[]>(FIND, [username]);
    if (!row) throw new Error('The query for an account must return one row');
    const { name, ...user } = row;
    return { name, user: user.id === null ? null : user };
  }
}
