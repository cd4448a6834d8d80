import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type EntityManager } from 'typeorm';
import {
  roundCoordinates,
  type Actor,
  type Coordinates,
  type ProfileBody,
  type SignupBody,
  type UserView,
} from '@dps/contract';
import { requireProof, type SessionUser } from '../../platform/auth/access.policy.ts';
import { PasswordService } from '../../platform/auth/password.service.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { violatesUnique } from '../../platform/database/database-errors.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { ImageDecoder } from '../../platform/images/image-decoder.ts';
import { RateLimiter } from '../../platform/throttling/rate-limiter.ts';
import { ERROR_MESSAGES } from '../../texts.ts';
import { auditAccount } from '../administration/record-audit.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { nameOfPlace } from '../towns/gazetteer.ts';
import { lockAccount, recordNewEmail, recordRequestedEmail } from './account-changes.ts';
import { limitConfirmations } from './email.policy.ts';
import { passwordProblem } from './password.policy.ts';
import { imageOf, toProfileImage } from './profile-image.ts';
import { User } from './user.entity.ts';
import { toUserView } from './user.mapper.ts';

type EmailColumns = Partial<Pick<User, 'email' | 'emailConfirmedAt' | 'pendingEmail'>>;

/** Maps a unique violation to `username_taken` or `email_taken`. Returns other errors unchanged. */
function takenError(error: unknown): unknown {
  if (violatesUnique(error, 'users_username_key')) return new DomainError('username_taken');
  if (violatesUnique(error, 'users_email_key')) return new DomainError('email_taken');
  return error;
}

/** Returns the columns of a base, with the name of the town there; null for none. */
function baseColumns(base: Coordinates | null): Pick<User, 'baseLatitude' | 'baseLongitude' | 'basePlace'> {
  if (!base) return { baseLatitude: null, baseLongitude: null, basePlace: null };
  const place = roundCoordinates(base);
  return { baseLatitude: place.latitude, baseLongitude: place.longitude, basePlace: nameOfPlace(place) };
}

/** Returns the columns of the fields that only pilots have. */
function pilotColumns({ flightHours, base }: Pick<ProfileBody, 'flightHours' | 'base'>): Partial<User> {
  return {
    ...(flightHours !== undefined && { flightHours }),
    ...(base !== undefined && baseColumns(base)),
  };
}

/** The account of an actor, unless it was deleted after the session was checked. */
const living = ({ id }: Actor) => ({ id, deletedAt: IsNull() });

@Injectable()
export class UserService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly passwords: PasswordService,
    private readonly limiter: RateLimiter,
    private readonly images: ImageDecoder,
    @Inject(CONFIG) private readonly config: Pick<Config, 'mail'>,
  ) {}

  /** Returns the actor's account with its image. Throws `unauthenticated` if it no longer exists. */
  async current(actor: Actor): Promise<UserView> {
    const user = await this.users
      .createQueryBuilder('user')
      .addSelect('user.profileImage')
      .where('user.id = :id AND user.deletedAt IS NULL', { id: actor.id })
      .getOne();
    if (!user) throw new DomainError('unauthenticated');
    return toUserView(user, this.config);
  }

  /**
   * Creates an account. Throws `validation_failed` for a password that is easy to guess, `username_taken` (compared after
   * NFKC and case folding; it names an email that is taken too) or `email_taken`.
   */
  async create({ password, flightHours, role, ...body }: SignupBody): Promise<UserView> {
    const problem = passwordProblem({ password, ...body });
    if (problem !== null)
      throw new DomainError('validation_failed', { errors: [{ path: 'password', message: problem }] });
    const passwordHash = await this.passwords.hash(password);
    const user = this.users.create({
      ...body,
      role,
      passwordHash,
      flightHours: role === 'pilot' ? (flightHours ?? null) : null,
      profileImage: null,
      emailConfirmedAt: null,
      pendingEmail: null,
      ...baseColumns(null),
    });
    await this.transaction(async (manager) => {
      await manager.insert(User, user);
      await auditAccount(manager, user.id, 'created', { after: { role } });
      await enqueueMail(manager, { kind: 'email-confirmation', userId: user.id, detail: {} });
    }).catch(async (error: unknown) => {
      throw await this.withTakenEmail(error, user.email);
    });
    return toUserView(user, this.config);
  }

  /**
   * Changes the user's name and, for a pilot, flight hours and base. Omitted ones stay unchanged. Another email becomes pending until
   * a mailed link confirms it. Throws `reauthentication_required` for another email without a proof, or `rate_limited`.
   */
  async updateProfile(actor: SessionUser, { name, email, ...body }: ProfileBody): Promise<UserView> {
    const emailChange = await this.emailChange(actor, email);
    await this.transaction(async (manager) => {
      const account = await lockAccount(manager, actor.id);
      if (!account) return;
      const changes = { name, ...(actor.role === 'pilot' && pilotColumns(body)), ...emailChange };
      await manager.update(User, { id: account.id }, changes);
      if (emailChange.pendingEmail) await recordRequestedEmail(manager, account, email);
      else if (emailChange.email !== undefined && email !== account.email)
        await recordNewEmail(manager, account);
    });
    return this.current(actor);
  }

  /** Adds an email that is taken to `username_taken`, so that the form shows both errors at once. Returns other errors unchanged. */
  private async withTakenEmail(error: unknown, email: string): Promise<unknown> {
    if (!(error instanceof DomainError && error.code === 'username_taken')) return error;
    const taken = await this.users
      .createQueryBuilder('user')
      .where('lower(user.email) = lower(:email)', { email })
      .getExists();
    const errors = [{ path: 'email', message: ERROR_MESSAGES.email_taken }];
    return taken ? new DomainError('username_taken', { errors }) : error;
  }

  private async transaction(work: (manager: EntityManager) => Promise<void>): Promise<void> {
    await this.users.manager.transaction(work).catch((error: unknown) => {
      throw takenError(error);
    });
  }

  /** Returns the columns of a change to an email: none for the current one. The response does not depend on other accounts. */
  private async emailChange({ id, useProof }: SessionUser, email: string): Promise<EmailColumns> {
    if (await this.users.existsBy({ id, email })) return {};
    await requireProof({ useProof });
    // Without mail there is no link to open, so the change takes effect at once.
    if (!this.config.mail) return { email, emailConfirmedAt: null };
    await limitConfirmations(this.limiter, id, email);
    return { pendingEmail: email };
  }

  /** Replaces the actor's image by that of a data URL. Throws `invalid_file`, `payload_too_large`, `rate_limited` or `unavailable`. */
  async updateImage(actor: Actor, dataUrl: string): Promise<UserView> {
    const image = imageOf(dataUrl);
    const profileImage = toProfileImage(await this.images.decode('profile', image, actor.id));
    await this.users.update(living(actor), { profileImage });
    return this.current(actor);
  }
}
