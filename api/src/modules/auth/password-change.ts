import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor, PasswordBody } from '@dps/contract';
import { PasswordService } from '../../platform/auth/password.service.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import { auditAccount } from '../administration/record-audit.ts';
import { lockAccount, recordNewPassword } from '../users/account-changes.ts';
import { passwordProblem } from '../users/password.policy.ts';
import { LoginThrottle } from './login-throttle.ts';
import { endSessions } from './session.entity.ts';
import { hashToken } from './session.service.ts';

const ACCOUNT = `
  SELECT username_key(username) AS name, username, email, password_hash AS "passwordHash" FROM users WHERE id = $1`;

interface Account {
  /** The normalized username. */
  name: string;
  username: string;
  email: string;
  passwordHash: string;
}

/** One statement, so that no other session, mailed link or change of the email survives the change. `$2` is the hash that was verified. */
const CHANGE = `
  WITH changed AS (
    UPDATE users SET password_hash = $3, pending_email = NULL WHERE id = $1 AND password_hash = $2 RETURNING id
  ), ended AS (
    ${endSessions('user_id IN (SELECT id FROM changed) AND token_hash <> $4')}
  ), links AS (
    DELETE FROM password_resets USING changed WHERE password_resets.user_id = changed.id
  )
  SELECT id FROM changed`;

const refused = (path: keyof PasswordBody, message: string) =>
  new DomainError('validation_failed', { errors: [{ path, message }] });

@Injectable()
export class PasswordChange {
  constructor(
    private readonly database: DataSource,
    private readonly passwords: PasswordService,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * Replaces the actor's password, and ends the actor's other sessions and mailed links to a new password. A wrong current password counts as a failed sign-in.
   * Throws `validation_failed` with the field, or `rate_limited`.
   *
   * @param client network of the request, and token of its session
   */
  async change(
    { id }: Actor,
    { currentPassword, newPassword }: PasswordBody,
    client: { network: string; token: string },
  ): Promise<void> {
    const [account] = await this.database.query<Account[]>(ACCOUNT, [id]);
    if (!account) throw new DomainError('unauthenticated');
    const { name, username, email, passwordHash } = account;
    const fits = await this.throttle.attempt({ account: name, network: client.network }, async () =>
      (await this.passwords.verify(currentPassword, passwordHash)) ? true : null,
    );
    if (!fits) throw refused('currentPassword', TEXTS.passwordIsWrong);
    const problem =
      newPassword === currentPassword
        ? TEXTS.passwordIsUnchanged
        : passwordProblem({ password: newPassword, username, email });
    if (problem !== null) throw refused('newPassword', problem);
    const newHash = await this.passwords.hash(newPassword);
    const values = [id, passwordHash, newHash, hashToken(client.token)];
    await this.database.transaction(async (manager) => {
      const before = await lockAccount(manager, id);
      const changed = await manager.query<unknown[]>(CHANGE, values);
      // Another request has changed it since the check.
      if (!before || changed.length === 0) throw refused('currentPassword', TEXTS.passwordIsWrong);
      if (before.pendingEmail !== null) await auditAccount(manager, id, 'email-change-canceled');
      await recordNewPassword(manager, id, 'password');
    });
  }
}
