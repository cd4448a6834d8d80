import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { paths, type Actor, type CalendarView, type Role } from '@dps/contract';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { OWNER } from '../jobs/job.queries.ts';
import { jobCalendar, type CalendarJob } from './job-calendar.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
/** Maximum number of events in a feed, as in a list. */
const MOST_JOBS = 500;

const ADDRESS = 'SELECT token FROM calendar_feeds WHERE user_id = $1';

/** Two tabs that create an address at once get the same one. */
const CREATE = `
  INSERT INTO calendar_feeds (user_id, token) VALUES ($1, $2)
  ON CONFLICT (user_id) DO UPDATE SET token = calendar_feeds.token RETURNING token`;

const REPLACE = `
  INSERT INTO calendar_feeds (user_id, token) VALUES ($1, $2)
  ON CONFLICT (user_id) DO UPDATE SET token = excluded.token, created_at = excluded.created_at RETURNING token`;

const SUBSCRIBER = `
  SELECT users.id, users.role FROM calendar_feeds JOIN users ON users.id = calendar_feeds.user_id
  WHERE calendar_feeds.token = $1 AND users.suspended_at IS NULL`;

/** The jobs that are not paid. If there are too many, those with the latest deadlines. */
const unpaidJobs = (role: Role) => `
  SELECT id, title, survey_type AS "surveyType", location, status, pilot_id AS "pilotId", deadline,
    deadline_has_time AS "deadlineHasTime", created_at AS "createdAt", updated_at AS "updatedAt"
  FROM jobs WHERE ${OWNER[role]} = $1 AND status <> 'paid'
  ORDER BY deadline DESC, id DESC LIMIT ${MOST_JOBS}`;

/** Calendar feeds, each with a secret address. */
@Injectable()
export class CalendarService {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicOrigin'>,
  ) {}

  /** Returns the actor's calendar, without an address until the actor creates one. */
  async read(actor: Actor): Promise<CalendarView> {
    return this.view(await this.tokens(ADDRESS, [actor.id]));
  }

  /** Returns the actor's calendar. Creates its address if there is none. */
  async create(actor: Actor): Promise<CalendarView> {
    return this.view(await this.tokens(CREATE, [actor.id, newToken()]));
  }

  /** Gives the actor's calendar a new address. The previous one no longer works. */
  async replace(actor: Actor): Promise<CalendarView> {
    return this.view(await this.tokens(REPLACE, [actor.id, newToken()]));
  }

  /** Returns the feed of a token as iCalendar text. Throws `not_found` for an unknown token and a suspended user. */
  async feed(token: string): Promise<string> {
    if (!TOKEN.test(token)) throw new DomainError('not_found');
    const [subscriber] = await this.database.query<Actor[]>(SUBSCRIBER, [token]);
    if (!subscriber) throw new DomainError('not_found');
    const { id, role } = subscriber;
    return jobCalendar(
      await this.database.query<CalendarJob[]>(unpaidJobs(role), [id]),
      this.config.publicOrigin,
    );
  }

  private tokens(statement: string, values: readonly unknown[]): Promise<{ token: string }[]> {
    return this.database.query(statement, [...values]);
  }

  private view([row]: { token: string }[]): CalendarView {
    return { address: row ? this.config.publicOrigin + paths.calendarFeed(row.token) : null };
  }
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}
