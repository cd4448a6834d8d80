import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
  type StreamableFile,
} from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  messageBody,
  messageFileParameters,
  messageListView,
  messageParameters,
  messageReportBody,
  messagesQuery,
  messageView,
  threadBlockBody,
  threadParameters,
  threadReadBody,
  threadView,
  type Actor,
  type MessageBody,
  type MessageFileParameters,
  type MessageParameters,
  type MessageReportBody,
  type MessagesQuery,
  type MessageView,
  type ThreadBlockBody,
  type ThreadParameters,
  type ThreadReadBody,
  type ThreadView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { DownloadGuard } from '../../platform/http/download-guard.ts';
import { RespondsWithFile, sendFile } from '../../platform/http/file-response.ts';
import { AcceptsIdempotencyKey, IdempotencyKey } from '../../platform/http/idempotency-key.ts';
import type { Page } from '../../platform/http/paging/keyset.ts';
import { Paged } from '../../platform/http/paging/paged.decorator.ts';
import { MessageService } from './message.service.ts';
import { ThreadReader } from './thread.reader.ts';
import { ThreadService } from './thread.service.ts';

const FILE = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const;

@Controller('jobs/:id/threads/:pilotId')
export class MessageController {
  constructor(
    private readonly reader: ThreadReader,
    private readonly messages: MessageService,
    private readonly threads: ThreadService,
    private readonly downloads: DownloadGuard,
  ) {}

  @Get()
  @ApiOperation({ summary: "The conversation of a job's client with one of its pilots" })
  @Access('messages.read', { fails: ['not_found'] })
  @ApiOkResponse({ standardSchema: threadView })
  thread(
    @CurrentUser() actor: Actor,
    @Param({ schema: threadParameters }) parameters: ThreadParameters,
  ): Promise<ThreadView> {
    return this.reader.thread(actor, parameters);
  }

  @Get('messages')
  @ApiOperation({ summary: 'The messages of a conversation, newest first' })
  @Access('messages.read', { fails: ['not_found'] })
  @Paged(messageListView)
  list(
    @CurrentUser() actor: Actor,
    @Param({ schema: threadParameters }) parameters: ThreadParameters,
    @Query({ schema: messagesQuery }) query: MessagesQuery,
  ): Promise<Page<MessageView>> {
    return this.reader.messages(actor, parameters, query);
  }

  @Post('messages')
  @ApiOperation({ summary: 'Send a message, with files that were uploaded before' })
  @Access('messages.send', { fails: ['not_found', 'thread_closed', 'idempotency_key_reused'] })
  @AcceptsIdempotencyKey()
  @ApiCreatedResponse({ standardSchema: messageView })
  send(
    @CurrentUser() actor: Actor,
    @Param({ schema: threadParameters }) parameters: ThreadParameters,
    @Body({ schema: messageBody }) body: MessageBody,
    @IdempotencyKey() key: string | null,
  ): Promise<MessageView> {
    return this.messages.send(actor, parameters, body, key);
  }

  @Post('read')
  @HttpCode(204)
  @ApiOperation({ summary: 'Mark the messages of the other party up to one as read' })
  @Access('messages.mark-read', { fails: ['not_found'] })
  @ApiNoContentResponse()
  markRead(
    @CurrentUser() actor: Actor,
    @Param({ schema: threadParameters }) parameters: ThreadParameters,
    @Body({ schema: threadReadBody }) body: ThreadReadBody,
  ): Promise<void> {
    return this.threads.markRead(actor, parameters, body);
  }

  @Put('block')
  @HttpCode(204)
  @ApiOperation({ summary: 'Block a conversation, so that neither party can write, or end the own block' })
  @Access('threads.block', { fails: ['not_found', 'thread_closed'] })
  @ApiNoContentResponse()
  block(
    @CurrentUser() actor: Actor,
    @Param({ schema: threadParameters }) parameters: ThreadParameters,
    @Body({ schema: threadBlockBody }) body: ThreadBlockBody,
  ): Promise<void> {
    return this.threads.block(actor, parameters, body);
  }

  @Post('messages/:messageId/report')
  @HttpCode(204)
  @ApiOperation({ summary: 'Report a message of the other party to the operators' })
  @Access('messages.report', { fails: ['not_found'] })
  @ApiNoContentResponse()
  report(
    @CurrentUser() actor: Actor,
    @Param({ schema: messageParameters }) parameters: MessageParameters,
    @Body({ schema: messageReportBody }) body: MessageReportBody,
  ): Promise<void> {
    return this.threads.report(actor, parameters, body);
  }

  @Get('files/:fileId')
  @ApiOperation({ summary: 'Download a file of a message' })
  @Access('messages.read', { fails: ['not_found', 'rate_limited', 'range_not_satisfiable'] })
  @RespondsWithFile(FILE)
  async file(
    @CurrentUser() actor: Actor,
    @Param({ schema: messageFileParameters }) parameters: MessageFileParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const download = this.downloads.begin(request, reply, actor);
    return sendFile(download, await this.reader.file(actor, parameters));
  }
}
