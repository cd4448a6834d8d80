import { Controller, Get, Inject, Logger, Module, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { AuthModule } from '../auth/auth.module.ts';
import { readSessionCookie } from '../auth/session-cookie.ts';
import { ChangeListener } from './change-listener.ts';
import { EventStream } from './event-stream.ts';
import { EventStreams } from './event-streams.ts';
import { MissedChanges } from './missed-changes.ts';

const LAST_ID = /^\d{1,9}$/;

/** Returns the last event that a client has received; null without a valid one. */
function lastIdOf({ headers }: FastifyRequest): number | null {
  const id = headers['last-event-id'];
  return typeof id === 'string' && LAST_ID.test(id) ? Number(id) : null;
}

@Controller('events')
class EventController {
  private readonly log = new Logger('Events');

  constructor(
    private readonly streams: EventStreams,
    private readonly missed: MissedChanges,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Changes of the own jobs, as server-sent events',
    description:
      'The data of an event `job` is JSON with `jobId`, `updatedAt` and `kind`. For pilots, `available` means that the list of open jobs has changed. `threads` means that a thread of the user has a message that is new or was read, or is blocked or unblocked, and is also sent to a client that resumes. `shares` is sent to a pilot who resumes, because shares and payouts may have changed. `reset` means that too much has happened since `Last-Event-ID`, so the client reads everything again.',
  })
  @Access('events.read', { fails: ['rate_limited', 'unavailable'] })
  @ApiHeader({
    name: 'last-event-id',
    description: 'The id of the last received event. The stream starts with the events since then.',
    required: false,
    schema: { type: 'string' },
  })
  @ApiOkResponse({
    description: 'A stream that stays open',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  async open(
    @CurrentUser() actor: Actor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // The client has disconnected during the checks.
    if (reply.raw.destroyed) return;
    const stream = new EventStream(actor, readSessionCookie(request, this.config) ?? '', reply);
    this.streams.add(stream);
    // HEAD has the headers only.
    if (request.method === 'HEAD') stream.end('client');
    else await this.sendMissed(stream, lastIdOf(request));
  }

  /** Sends the missed events after the stream is open, so that no change is lost between both. */
  private async sendMissed(stream: EventStream, last: number | null): Promise<void> {
    try {
      stream.send(await this.missed.since(last, stream.actor));
    } catch (error) {
      this.log.warn(`Missed events could not be read: ${String(error)}`);
      stream.end('database');
    }
  }
}

@Module({
  imports: [AuthModule],
  controllers: [EventController],
  providers: [ChangeListener, EventStreams, MissedChanges],
})
export class EventModule {}
