import { Controller, Get, Module, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import {
  threadListView,
  threadsQuery,
  unreadThreadsView,
  type Actor,
  type ThreadsQuery,
  type ThreadView,
  type UnreadThreadsView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import type { Page } from '../../platform/http/paging/keyset.ts';
import { Paged } from '../../platform/http/paging/paged.decorator.ts';
import { JobFileModule } from '../job-files/job-file.module.ts';
import { MessageController } from './message.controller.ts';
import { MessageService } from './message.service.ts';
import { ThreadReader } from './thread.reader.ts';
import { ThreadService } from './thread.service.ts';

@Controller('threads')
class ThreadController {
  constructor(private readonly reader: ThreadReader) {}

  @Get()
  @ApiOperation({ summary: 'The own conversations: unread ones first, then the latest message first' })
  @Access('threads.list')
  @Paged(threadListView)
  list(
    @CurrentUser() actor: Actor,
    @Query({ schema: threadsQuery }) query: ThreadsQuery,
  ): Promise<Page<ThreadView>> {
    return this.reader.list(actor, query);
  }

  @Get('unread')
  @ApiOperation({ summary: 'The number of the own conversations with unread messages' })
  @Access('threads.list')
  @ApiOkResponse({ standardSchema: unreadThreadsView })
  unread(@CurrentUser() actor: Actor): Promise<UnreadThreadsView> {
    return this.reader.unread(actor);
  }
}

@Module({
  imports: [JobFileModule],
  controllers: [ThreadController, MessageController],
  providers: [ThreadReader, MessageService, ThreadService],
})
export class MessageModule {}
