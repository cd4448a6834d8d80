import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Put, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  idParameter,
  UPLOAD_PART_BYTES,
  uploadBody,
  uploadListView,
  uploadParameters,
  uploadPartParameters,
  uploadView,
  type Actor,
  type IdParameter,
  type UploadBody,
  type UploadParameters,
  type UploadPartParameters,
  type UploadView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { senderOf } from '../../platform/http/account-slots.ts';
import { AcceptsIdempotencyKey, IdempotencyKey } from '../../platform/http/idempotency-key.ts';
import { FileOf } from '../../platform/http/large-body.ts';
import { RateLimiter } from '../../platform/throttling/rate-limiter.ts';
import { requestLimits } from '../../platform/throttling/request-limits.ts';
import { UploadService } from './upload.service.ts';

@Controller('jobs/:id/uploads')
export class UploadController {
  constructor(
    private readonly uploads: UploadService,
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) private readonly config: Pick<Config, 'rateLimitFactor'>,
  ) {}

  /** The files of a draft on the user's device: it drops those that are not in the response. */
  @Get()
  @ApiOperation({ summary: 'List the uploaded files of messages that the user has not sent' })
  @Access('messages.read', { fails: ['not_found'] })
  @ApiOkResponse({ standardSchema: uploadListView })
  unsent(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
  ): Promise<UploadView[]> {
    return this.uploads.unsent(actor, id);
  }

  /** Continues the upload of the same key, or the unfinished or unsent upload of the same file: `receivedBytes` is the next offset. */
  @Post()
  @ApiOperation({
    summary:
      'Start the upload of an attachment, a deliverable, a flight log or a file of a message, or continue it',
  })
  @Access('uploads.send', {
    fails: [
      'forbidden',
      'not_found',
      'invalid_file',
      'job_locked',
      'thread_closed',
      'too_many_attachments',
      'too_many_deliverables',
      'quota_exceeded',
      'upload_conflict',
    ],
  })
  @AcceptsIdempotencyKey()
  @ApiCreatedResponse({ standardSchema: uploadView })
  async start(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: uploadBody }) body: UploadBody,
    @IdempotencyKey() key: string | null,
    @Req() request: FastifyRequest,
  ): Promise<UploadView> {
    if (body.purpose === 'attachment' || body.purpose === 'message') {
      // These limits are also those of attachments in JSON.
      const limits = requestLimits('add-attachment', senderOf(request, actor), this.config.rateLimitFactor);
      await this.limiter.hit(...limits);
    }
    return this.uploads.start(actor, id, body, key);
  }

  /** Parts have 5 MiB each, the last one excepted, and are sent in order. `receivedBytes` is the offset of the next one. */
  @Put(':uploadId/parts/:part')
  @ApiOperation({ summary: 'Send the next part of a file, or a stored part again' })
  @Access('uploads.send', {
    bodyLimit: UPLOAD_PART_BYTES,
    large: 'file',
    fails: [
      'forbidden',
      'not_found',
      'invalid_file',
      'job_locked',
      'thread_closed',
      'upload_conflict',
      'request_timeout',
    ],
  })
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiOkResponse({ standardSchema: uploadView })
  addPart(
    @CurrentUser() actor: Actor,
    @Param({ schema: uploadPartParameters }) parameters: UploadPartParameters,
    @FileOf() file: ReceivedFile,
  ): Promise<UploadView> {
    return this.uploads.addPart(actor, parameters, file);
  }

  @Post(':uploadId/complete')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Check a completely received file and add it to the job. A file of a message is sent with the message',
  })
  @Access('uploads.send', {
    fails: [
      'forbidden',
      'not_found',
      'invalid_file',
      'job_locked',
      'thread_closed',
      'too_many_attachments',
      'upload_conflict',
    ],
  })
  @ApiOkResponse({ standardSchema: uploadView })
  complete(
    @CurrentUser() actor: Actor,
    @Param({ schema: uploadParameters }) parameters: UploadParameters,
  ): Promise<UploadView> {
    return this.uploads.complete(actor, parameters);
  }

  @Delete(':uploadId')
  @HttpCode(204)
  @ApiOperation({ summary: 'Cancel an unfinished upload, or remove a file of a message that is not sent' })
  @Access('uploads.send', { fails: ['forbidden', 'not_found', 'job_locked', 'thread_closed'] })
  @ApiNoContentResponse()
  cancel(
    @CurrentUser() actor: Actor,
    @Param({ schema: uploadParameters }) parameters: UploadParameters,
  ): Promise<void> {
    return this.uploads.cancel(actor, parameters);
  }
}
