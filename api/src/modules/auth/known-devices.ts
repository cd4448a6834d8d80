import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Column, DataSource, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DEVICE_DAYS, RETENTION } from '@dps/contract';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { User } from '../users/user.entity.ts';
import { readTokenCookie, setTokenCookie } from './session-cookie.ts';
import type { SessionClient } from './session.service.ts';

const COOKIE = 'dps_device';
const TOKEN_BYTES = 32;

/** The devices to delete: those that were not used for as long as browsers keep a cookie. */
export const OLD_DEVICES: ExpiredRows = {
  table: 'known_devices',
  primaryKey: 'hash',
  endsAt: 'used_at',
  kept: RETENTION.devices,
};

/** A browser from which a user has signed in. */
@Entity('known_devices')
@Index('known_devices_user_id_idx', ['userId'])
@Index('known_devices_used_at_idx', ['usedAt'])
export class KnownDevice {
  /** SHA-256 of the user and the token of the browser's cookie: a row does not reveal other users of the browser. */
  @PrimaryColumn('bytea')
  hash: Buffer;

  @ForeignKey(() => User, { name: 'known_devices_user_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'user_id' })
  userId: number;

  @Column('timestamptz', { name: 'used_at', default: () => 'now()' })
  usedAt: Date;

  @Column('timestamptz', { name: 'first_used_at', default: () => 'now()' })
  firstUsedAt: Date;
}

/** Another device replaces the one that was not used for longest. */
const MOST_DEVICES = 100;

// The statement reads the devices from before it, so the first sign-in of an account does not cause mail.
const NOTE = `
  WITH surplus AS (
    DELETE FROM known_devices WHERE hash IN (
      SELECT hash FROM known_devices WHERE user_id = $2 AND hash <> $1 ORDER BY used_at DESC OFFSET ${MOST_DEVICES - 1}
    )
  ), noted AS (
    INSERT INTO known_devices (hash, user_id) VALUES ($1, $2)
    ON CONFLICT (hash) DO UPDATE SET used_at = now() RETURNING xmax = 0 AS "isNew"
  )
  SELECT FROM noted WHERE "isNew" AND EXISTS (SELECT FROM known_devices WHERE user_id = $2)`;

/** Reports sign-ins from browsers that an account has not used before. A cookie without any right identifies the browser. */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'secureCookies'>,
  ) {}

  /** Notes a sign-in, and writes a mail to the user unless the device is known or the first one. */
  async note(
    userId: number,
    { device, network }: SessionClient,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const token =
      readTokenCookie(request, COOKIE, this.config) ?? randomBytes(TOKEN_BYTES).toString('base64url');
    const hash = createHash('sha256').update(`${userId}:${token}`).digest();
    await this.database.transaction(async (manager) => {
      const reported = await manager.query<unknown[]>(NOTE, [hash, userId]);
      if (reported.length > 0)
        await enqueueMail(manager, { kind: 'new-device', userId, detail: { device, network } });
    });
    setTokenCookie(reply, { name: COOKIE, token, maxAge: DEVICE_DAYS * 24 * 60 * 60 }, this.config);
  }
}
