import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Req,
  Res,
  type StreamableFile,
} from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ATTACHMENT_MEDIA_TYPES,
  attachmentBody,
  attachmentParameters,
  attachmentView,
  idParameter,
  type Actor,
  type AttachmentBody,
  type AttachmentParameters,
  type AttachmentView,
  type IdParameter,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { AcceptsIdempotencyKey, IdempotencyKey } from '../../platform/http/idempotency-key.ts';
import { DownloadGuard } from '../../platform/http/download-guard.ts';
import { RespondsWithFile, sendFile } from '../../platform/http/file-response.ts';
import { AttachmentService } from './attachment.service.ts';
import { JobFileReader } from './job-file.reader.ts';
import { UploadService } from './upload.service.ts';

/** 10 MB as base64, with the surrounding JSON. */
const UPLOAD_BODY_LIMIT = 13_986_000;

const FILE = { schema: { type: 'string', format: 'binary' } } as const;
const FILES = Object.fromEntries(Object.keys(ATTACHMENT_MEDIA_TYPES).map((mediaType) => [mediaType, FILE]));

@Controller('jobs/:id/attachments')
export class AttachmentController {
  constructor(
    private readonly attachments: AttachmentService,
    private readonly uploads: UploadService,
    private readonly reader: JobFileReader,
    private readonly downloads: DownloadGuard,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Attach a file to a job' })
  @Access('attachments.add', {
    bodyLimit: UPLOAD_BODY_LIMIT,
    large: 'json',
    fails: [
      'not_found',
      'invalid_file',
      'job_locked',
      'too_many_attachments',
      'quota_exceeded',
      'request_timeout',
    ],
  })
  @AcceptsIdempotencyKey()
  @ApiCreatedResponse({ standardSchema: attachmentView })
  add(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: attachmentBody }) body: AttachmentBody,
    @IdempotencyKey() key: string | null,
  ): Promise<AttachmentView> {
    return this.attachments.add(actor, id, body, key);
  }

  @Get(':attachmentId')
  @ApiOperation({ summary: 'Download an attachment' })
  @Access('attachments.read', { fails: ['not_found', 'rate_limited', 'range_not_satisfiable'] })
  @RespondsWithFile(FILES)
  async open(
    @CurrentUser() actor: Actor,
    @Param({ schema: attachmentParameters }) { id: jobId, attachmentId: id }: AttachmentParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const download = this.downloads.begin(request, reply, actor);
    return sendFile(download, await this.reader.file(actor, 'attachment', { jobId, id }));
  }

  @Delete(':attachmentId')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete an attachment of a job without a pilot' })
  @Access('attachments.remove', { fails: ['not_found', 'job_locked'] })
  @ApiNoContentResponse()
  remove(
    @CurrentUser() actor: Actor,
    @Param({ schema: attachmentParameters }) { id: jobId, attachmentId: id }: AttachmentParameters,
  ): Promise<void> {
    return this.uploads.remove(actor, 'attachment', { jobId, id });
  }
}
