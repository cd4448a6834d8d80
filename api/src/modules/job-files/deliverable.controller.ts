import { Controller, Delete, Get, HttpCode, Param, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  deliverableListView,
  deliverableParameters,
  idParameter,
  type Actor,
  type DeliverableParameters,
  type DeliverableView,
  type IdParameter,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { DownloadGuard } from '../../platform/http/download-guard.ts';
import { RespondsWithFile, sendFile } from '../../platform/http/file-response.ts';
import { JobFileReader } from './job-file.reader.ts';
import { UploadService } from './upload.service.ts';

const FILE = { type: 'string', format: 'binary' } as const;
const OCTETS = 'application/octet-stream';

@Controller('jobs/:id/deliverables')
export class DeliverableController {
  constructor(
    private readonly uploads: UploadService,
    private readonly reader: JobFileReader,
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
    return this.reader.deliverables(actor, id);
  }

  @Get(':deliverableId')
  @ApiOperation({ summary: 'Download a deliverable' })
  @Access('deliverables.read', { fails: ['rate_limited', 'range_not_satisfiable'] })
  @RespondsWithFile({ [OCTETS]: { schema: FILE } })
  async open(
    @CurrentUser() actor: Actor,
    @Param({ schema: deliverableParameters }) { id: jobId, deliverableId: id }: DeliverableParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const download = this.downloads.begin(request, reply, actor);
    return sendFile(download, await this.reader.file(actor, 'deliverable', { jobId, id }));
  }

  @Get(':deliverableId/preview')
  @ApiOperation({ summary: 'A small version of an image' })
  @Access('deliverables.read')
  @ApiOkResponse({ description: 'A WebP of at most 320 pixels', content: { 'image/webp': { schema: FILE } } })
  async preview(
    @CurrentUser() actor: Actor,
    @Param({ schema: deliverableParameters }) { id: jobId, deliverableId: id }: DeliverableParameters,
  ): Promise<StreamableFile> {
    const preview = await this.reader.preview(actor, { jobId, id });
    return new StreamableFile(preview, { type: 'image/webp', length: preview.length });
  }

  @Delete(':deliverableId')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a deliverable of a job that is not paid' })
  @Access('deliverables.remove', { fails: ['job_locked'] })
  @ApiNoContentResponse()
  remove(
    @CurrentUser() actor: Actor,
    @Param({ schema: deliverableParameters }) { id: jobId, deliverableId: id }: DeliverableParameters,
  ): Promise<void> {
    return this.uploads.remove(actor, 'deliverable', { jobId, id });
  }
}
