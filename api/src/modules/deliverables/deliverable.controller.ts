import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Req,
  Res,
  StreamableFile,
} from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  DELIVERABLE_PART_BYTES,
  deliverableBody,
  deliverableListView,
  deliverableParameters,
  deliverablePartParameters,
  deliverableView,
  idParameter,
  type Actor,
  type DeliverableBody,
  type DeliverableParameters,
  type DeliverablePartParameters,
  type DeliverableView,
  type IdParameter,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { DownloadGuard } from '../../platform/http/download-guard.ts';
import { AnswersFile, sendFile } from '../../platform/http/file-answer.ts';
import { FileOf } from '../../platform/http/large-body.ts';
import { DeliverableReader } from './deliverable.reader.ts';
import { DeliverableService } from './deliverable.service.ts';
import { DeliverableUploads } from './deliverable.uploads.ts';

const FILE = { type: 'string', format: 'binary' } as const;
const OCTETS = 'application/octet-stream';

@Controller('jobs/:id/deliverables')
export class DeliverableController {
  constructor(
    private readonly deliverables: DeliverableService,
    private readonly uploads: DeliverableUploads,
    private readonly reader: DeliverableReader,
    private readonly downloads: DownloadGuard,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The deliverables of a job, oldest first' })
  @Access('deliverables.read')
  @ApiOkResponse({ standardSchema: deliverableListView })
  list(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
  ): Promise<DeliverableView[]> {
    return this.reader.list(actor, id);
  }

  @Post()
  @ApiOperation({ summary: 'Start the upload of a deliverable' })
  @Access('deliverables.add', {
    fails: ['invalid_file', 'job_locked', 'too_many_deliverables', 'quota_exceeded'],
  })
  @ApiCreatedResponse({ standardSchema: deliverableView })
  startUpload(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: deliverableBody }) body: DeliverableBody,
  ): Promise<DeliverableView> {
    return this.deliverables.startUpload(actor, id, body);
  }

  /** Parts have 5 MiB each, the last one excepted, and are sent in order. `receivedBytes` is the offset of the next one. */
  @Put(':deliverableId/parts/:part')
  @ApiOperation({ summary: 'Send the next part of a deliverable, or a stored part again' })
  @Access('deliverables.add', {
    bodyLimit: DELIVERABLE_PART_BYTES,
    large: 'file',
    fails: ['invalid_file', 'job_locked', 'upload_conflict', 'request_timeout'],
  })
  @ApiConsumes(OCTETS)
  @ApiBody({ schema: FILE })
  @ApiOkResponse({ standardSchema: deliverableView })
  addPart(
    @CurrentUser() actor: Actor,
    @Param({ schema: deliverablePartParameters }) parameters: DeliverablePartParameters,
    @FileOf() file: ReceivedFile,
  ): Promise<DeliverableView> {
    return this.uploads.addPart(actor, parameters, file);
  }

  @Post(':deliverableId/complete')
  @HttpCode(200)
  @ApiOperation({ summary: 'Check a completely received deliverable and show it to the client' })
  @Access('deliverables.add', { fails: ['invalid_file', 'job_locked', 'upload_conflict'] })
  @ApiOkResponse({ standardSchema: deliverableView })
  complete(
    @CurrentUser() actor: Actor,
    @Param({ schema: deliverableParameters }) parameters: DeliverableParameters,
  ): Promise<DeliverableView> {
    return this.uploads.complete(actor, parameters);
  }

  @Get(':deliverableId')
  @ApiOperation({ summary: 'Download a deliverable' })
  @Access('deliverables.read', { fails: ['rate_limited', 'range_not_satisfiable'] })
  @AnswersFile({ [OCTETS]: { schema: FILE } })
  async open(
    @CurrentUser() actor: Actor,
    @Param({ schema: deliverableParameters }) parameters: DeliverableParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const download = this.downloads.begin(request, reply, actor);
    return sendFile(download, await this.reader.file(actor, parameters));
  }

  @Get(':deliverableId/preview')
  @ApiOperation({ summary: 'A small version of an image' })
  @Access('deliverables.read')
  @ApiOkResponse({ description: 'A WebP of at most 320 pixels', content: { 'image/webp': { schema: FILE } } })
  async preview(
    @CurrentUser() actor: Actor,
    @Param({ schema: deliverableParameters }) parameters: DeliverableParameters,
  ): Promise<StreamableFile> {
    const preview = await this.reader.preview(actor, parameters);
    return new StreamableFile(preview, { type: 'image/webp', length: preview.length });
  }

  @Delete(':deliverableId')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a deliverable of a job that is not paid, or cancel its upload' })
  @Access('deliverables.remove', { fails: ['job_locked'] })
  @ApiNoContentResponse()
  remove(
    @CurrentUser() actor: Actor,
    @Param({ schema: deliverableParameters }) parameters: DeliverableParameters,
  ): Promise<void> {
    return this.deliverables.remove(actor, parameters);
  }
}
