import { Body, Controller, Get, Param, Post, Res, StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  ATTACHMENT_MAX_BYTES,
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
} from '@dps/shared-contracts';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { contentDisposition } from './attachment-file.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { AcceptsIdempotencyKey, IdempotencyKey } from '../../platform/http/idempotency-key.ts';
import { DownloadGuard } from '../../platform/http/download-guard.ts';
import { FileOf } from '../../platform/http/uploads/upload-receiver.ts';
import { AttachmentService } from './attachment.service.ts';

/** 10 MB as base64, with the surrounding JSON. */
const UPLOAD_BODY_LIMIT = 13_986_000;

const FILE = { schema: { type: 'string', format: 'binary' } } as const;
const FILES = Object.fromEntries(Object.keys(ATTACHMENT_MEDIA_TYPES).map((mediaType) => [mediaType, FILE]));

@Controller('jobs/:id/attachments')
export class AttachmentController {
  constructor(
    private readonly attachments: AttachmentService,
    private readonly downloads: DownloadGuard,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Attach a file to a job' })
  @Access('attachments.add', {
    bodyLimit: UPLOAD_BODY_LIMIT,
    upload: { field: 'fileData', maxBytes: ATTACHMENT_MAX_BYTES },
    fails: ['not_found', 'invalid_file', 'job_locked', 'too_many_attachments', 'request_timeout'],
  })
  @AcceptsIdempotencyKey()
  @ApiCreatedResponse({ standardSchema: attachmentView })
  add(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: attachmentBody }) body: AttachmentBody,
    @FileOf() file: ReceivedFile,
    @IdempotencyKey() key: string | null,
  ): Promise<AttachmentView> {
    return this.attachments.add(actor, id, { body, file, key });
  }

  /** Streams the file. Browsers display PDFs and images, and download other types. */
  @Get(':attachmentId')
  @ApiOperation({ summary: 'Download an attachment' })
  @Access('attachments.read', { fails: ['not_found', 'rate_limited'] })
  @ApiOkResponse({ description: 'The file', content: FILES })
  async open(
    @CurrentUser() actor: Actor,
    @Param({ schema: attachmentParameters }) parameters: AttachmentParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    this.downloads.begin(reply, actor.id);
    const { attachment, content } = await this.attachments.open(actor, parameters);
    this.downloads.closeIfSlow(reply, attachment.fileSize);
    const shown = attachment.fileType === 'document' ? 'attachment' : 'inline';
    return new StreamableFile(content, {
      type: attachment.mediaType,
      length: attachment.fileSize,
      disposition: contentDisposition(shown, attachment.fileName),
    });
  }
}
