import { createHash } from 'node:crypto';
import { Controller, Get, HttpCode, Module, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  calendarFeedParameter,
  calendarView,
  type Actor,
  type CalendarFeedParameter,
  type CalendarView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { WEAK_VALIDATOR_HEADERS } from '../../platform/openapi/headers.ts';
import { CalendarService } from './calendar.service.ts';

/** Only the client of the subscriber stores the feed, and revalidates it for each use. */
const CACHE = { 'cache-control': 'private, no-cache' };

/** The calendar of the signed-in user. */
@Controller('user/calendar')
@ApiTags('Calendar')
class CalendarController {
  constructor(private readonly calendars: CalendarService) {}

  @Get()
  @ApiOperation({ summary: 'The secret address of the own calendar feed' })
  @Access('calendar.read')
  @ApiOkResponse({ standardSchema: calendarView })
  read(@CurrentUser() actor: Actor): Promise<CalendarView> {
    return this.calendars.read(actor);
  }

  @Put()
  @ApiOperation({ summary: 'Create an address, unless there is one' })
  @Access('calendar.set-address')
  @ApiOkResponse({ standardSchema: calendarView })
  create(@CurrentUser() actor: Actor): Promise<CalendarView> {
    return this.calendars.create(actor);
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Replace the address. The previous one no longer works' })
  @Access('calendar.set-address')
  @ApiOkResponse({ standardSchema: calendarView })
  replace(@CurrentUser() actor: Actor): Promise<CalendarView> {
    return this.calendars.replace(actor);
  }
}

/** The feeds, which calendar services read without a session. */
@Controller('calendar')
@ApiTags('Calendar')
class CalendarFeedController {
  constructor(private readonly calendars: CalendarService) {}

  @Get(':token.ics')
  @ApiOperation({ summary: 'The unpaid jobs of a user as iCalendar (RFC 5545), without money' })
  @Access('calendar.read-feed', { fails: ['not_found'] })
  @ApiHeader({
    name: 'if-none-match',
    description: 'The `ETag` of an earlier response. An unchanged feed is 304.',
    required: false,
    schema: { type: 'string' },
  })
  @ApiOkResponse({
    description: 'The calendar',
    headers: WEAK_VALIDATOR_HEADERS,
    content: { 'text/calendar': { schema: { type: 'string' } } },
  })
  @ApiResponse({ status: 304, description: 'The feed has not changed', headers: WEAK_VALIDATOR_HEADERS })
  async feed(
    @Param({ schema: calendarFeedParameter }) { token }: CalendarFeedParameter,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    const content = await this.calendars.feed(token);
    // Weak, because proxies compress the feed.
    const etag = `W/"${createHash('sha256').update(content).digest('base64url')}"`;
    void reply.headers({ ...CACHE, etag });
    if (isKnown(request.headers['if-none-match'], etag)) {
      void reply.status(304);
      return undefined;
    }
    void reply.type('text/calendar; charset=utf-8');
    return content;
  }
}

@Module({ controllers: [CalendarController, CalendarFeedController], providers: [CalendarService] })
export class CalendarModule {}

/** True if a header `If-None-Match` lists an entity tag, by weak comparison, or any tag. */
function isKnown(header: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return (header ?? '').split(',').some((each) => each.trim() === '*' || opaque(each) === opaque(etag));
}
