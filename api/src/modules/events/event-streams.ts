import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { AccountSlots } from '../../platform/http/account-slots.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { SessionService } from '../auth/session.service.ts';
import { ChangeListener } from './change-listener.ts';
import { END_REASONS, type EndReason, type EventStream } from './event-stream.ts';
import { eventFor, THREADS, toJobChange, toUserIds } from './job-change.ts';

/** The part of a stream that this file uses. */
export type OpenStream = Pick<EventStream, 'actor' | 'token' | 'open' | 'send' | 'end'>;

/** A browser has one stream, so an account has one for each of its browsers. */
const LIMITS = { atOnce: 5_000, perClient: 10 };
/** Shorter than the time limits of balancers for silent responses. */
const HEARTBEAT_MS = 20_000;
/** Sessions also expire without an event. */
const CHECK_SESSIONS_MS = 60_000;
const RETRY_SECONDS = 2;

/** The open streams of this process. It passes each change on to the streams of the users whom the change concerns. */
@Injectable()
export class EventStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(EventStreams.name);
  private readonly slots = new AccountSlots(LIMITS);
  private readonly streams = new Set<OpenStream>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly ended;
  private closing = false;

  constructor(
    @Inject(ChangeListener) private readonly listener: Pick<ChangeListener, 'isListening' | 'handle'>,
    @Inject(SessionService) private readonly sessions: Pick<SessionService, 'validAmong'>,
    { registry }: Metrics,
  ) {
    const registers = [registry];
    const open: Gauge = new Gauge({
      name: 'dps_event_streams',
      help: 'Open streams of events',
      registers,
      collect: () => open.set(this.streams.size),
    });
    this.ended = new Counter({
      name: 'dps_event_streams_ended_total',
      help: 'Streams of events that have ended, by reason',
      labelNames: ['reason'],
      registers,
    });
    for (const reason of END_REASONS) this.ended.inc({ reason }, 0);
    listener.handle({
      notified: (channel, payload) => this.receive(channel, payload),
      // The clients connect again, and the history has what they have missed.
      lost: () => this.endAll('database'),
    });
  }

  onApplicationBootstrap(): void {
    const beat = () => this.streams.forEach((stream) => stream.send(':\n\n'));
    const check = () => void this.endInvalid([...this.streams]);
    this.timers.push(setInterval(beat, HEARTBEAT_MS).unref(), setInterval(check, CHECK_SESSIONS_MS).unref());
  }

  beforeApplicationShutdown(): void {
    this.closing = true;
    this.timers.forEach((timer) => clearInterval(timer));
    this.endAll('shutdown');
  }

  /**
   * Opens a stream, and adds it until it ends. Throws `unavailable` while events do not arrive, and `rate_limited` for an
   * account with too many streams.
   */
  add(stream: OpenStream): void {
    if (this.closing || !this.listener.isListening)
      throw new DomainError('unavailable', { retryAfterSeconds: RETRY_SECONDS, cause: 'no events arrive' });
    const release = this.slots.acquire({ accountId: stream.actor.id });
    this.streams.add(stream);
    stream.open((reason) => {
      release();
      this.streams.delete(stream);
      this.ended.inc({ reason });
    });
  }

  private receive(channel: string, payload: string): void {
    try {
      if (channel === 'session_ends')
        void this.endInvalid([...this.streams].filter(({ actor }) => actor.id === Number(payload)));
      else if (channel === 'thread_changes') this.publishThread(toUserIds(JSON.parse(payload)));
      else this.publish(payload);
    } catch (error) {
      this.log.error(error);
    }
  }

  private publishThread(userIds: readonly number[]): void {
    for (const stream of this.streams) if (userIds.includes(stream.actor.id)) stream.send(THREADS);
  }

  private publish(payload: string): void {
    const change = toJobChange(JSON.parse(payload));
    for (const stream of this.streams) {
      const event = eventFor(stream.actor, change);
      if (event !== null) stream.send(event);
    }
  }

  /** Ends those streams whose sessions have ended. While the database is away, the streams have ended already. */
  private async endInvalid(streams: readonly OpenStream[]): Promise<void> {
    if (streams.length === 0) return;
    try {
      const valid = await this.sessions.validAmong(streams.map(({ token }) => token));
      for (const stream of streams) if (!valid.has(stream.token)) stream.end('session');
    } catch (error) {
      this.log.warn(`Sessions of streams could not be checked: ${String(error)}`);
    }
  }

  private endAll(reason: EndReason): void {
    for (const stream of this.streams) stream.end(reason);
  }
}
