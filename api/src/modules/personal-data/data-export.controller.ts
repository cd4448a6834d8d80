import { Controller, Get, HttpCode, Post, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { exportView, type Actor, type ExportView } from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { DownloadGuard } from '../../platform/http/download-guard.ts';
import { RespondsWithFile, sendFile } from '../../platform/http/file-response.ts';
import { DataExportService } from './data-export.service.ts';

const FILE = { type: 'string', format: 'binary' } as const;

/** The data about the signed-in user. */
@Controller('user/export')
@ApiTags('User')
export class DataExportController {
  constructor(
    private readonly exports: DataExportService,
    private readonly downloads: DownloadGuard,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The latest export of the own data' })
  @Access('user.read-export')
  @ApiOkResponse({ standardSchema: exportView })
  read(@CurrentUser() actor: Actor): Promise<ExportView> {
    return this.exports.read(actor);
  }

  /** A mail reports that the file is ready. */
  @Post()
  @HttpCode(202)
  @ApiOperation({ summary: 'Request an export of the own data, which replaces a finished one' })
  @Access('user.request-export')
  @ApiAcceptedResponse({ standardSchema: exportView })
  request(@CurrentUser() actor: Actor): Promise<ExportView> {
    return this.exports.request(actor);
  }

  @Get('file')
  @ApiOperation({ summary: 'Download the export of the own data' })
  @Access('user.download-export', { fails: ['not_found', 'rate_limited', 'range_not_satisfiable'] })
  @RespondsWithFile({ 'application/zip': { schema: FILE } })
  async open(
    @CurrentUser() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const download = this.downloads.begin(request, reply, actor);
    return sendFile(download, await this.exports.file(actor));
  }
}
