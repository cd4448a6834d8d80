import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-local';
import { DEMO_ACCOUNTS, loginBody, type Actor } from '@dps/contract';
import { PasswordService } from '../../platform/auth/password.service.ts';
import { BoundedQueue } from '../../platform/concurrency/bounded-queue.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { clientNetwork } from '@dps/contract/server';
import { LoginAccountReader } from './login-account.reader.ts';
import { LoginThrottle } from './login-throttle.ts';
import { SecondStep } from './second-step.ts';

/** More than one, because the statements of a sign-in run while another one computes its hash. */
const SIGN_INS_AT_A_TIME = 4;
const MOST_WAITING = 100;

/** Passport strategy `local`: username and password, and a code or a passkey if the account has a second factor. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  /** A sign-in sends up to nine statements. Many at once would delay every other call, so most wait before the first one. */
  private readonly queue = new BoundedQueue(SIGN_INS_AT_A_TIME, MOST_WAITING);

  constructor(
    private readonly accounts: LoginAccountReader,
    private readonly passwords: PasswordService,
    private readonly throttle: LoginThrottle,
    private readonly secondStep: SecondStep,
    @Inject(CONFIG) private readonly config: Pick<Config, 'demoData'>,
  ) {
    super({ passReqToCallback: true });
  }

  /**
   * Throws `invalid_credentials`, `second_factor_required`, `invalid_code`, `invalid_passkey`, `unknown_passkey`,
   * `account_suspended`, `rate_limited` or `unavailable`. Response and time are the same for a wrong password and an unknown
   * user. A wrong second factor counts as a failed sign-in, a missing one does not, and neither resets the count of failures.
   */
  validate(request: FastifyRequest, username: string, password: string): Promise<Actor> {
    return this.queue.run(() => this.authenticateAccount(request, username, password));
  }

  private async authenticateAccount(
    request: FastifyRequest,
    username: string,
    password: string,
  ): Promise<Actor> {
    const { name, user } = await this.accounts.find(username);
    const body = loginBody.validateSync(request.body);
    let refusal = new DomainError('invalid_credentials');
    const attempt = { account: name, network: clientNetwork(request) };
    const actor = await this.throttle.attempt(attempt, async () => {
      const fits = await this.passwords.verify(password, user?.passwordHash ?? null);
      if (!user || !fits || this.isClosedDemoAccount(name, password)) return null;
      const wrong = user.isSuspended ? null : await this.secondStep.check(user, body, request);
      refusal = wrong ?? refusal;
      return wrong ? null : user;
    });
    // Only after the password, so that the response reveals nothing to others.
    if (actor?.isSuspended) throw new DomainError('account_suspended');
    if (actor) return { id: actor.id, role: actor.role };
    request.log.info({ accountId: user?.id ?? null }, 'sign-in refused');
    throw refusal;
  }

  /** The demo passwords are public, so they are refused while demo data is off. */
  private isClosedDemoAccount(name: string, password: string): boolean {
    const isDemo = DEMO_ACCOUNTS.some((demo) => demo.username === name && demo.password === password);
    return isDemo && !this.config.demoData;
  }
}
