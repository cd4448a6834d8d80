import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import {
  evidenceReportView,
  idParameter,
  reportLinkView,
  reportTokenParameter,
  type Actor,
  type EvidenceReportView,
  type IdParameter,
  type ReportLinkView,
  type ReportTokenParameter,
} from '@dps/contract';
import { Access, CurrentUser } from '../../../platform/auth/access.decorator.ts';
import { EvidenceReportService } from './evidence-report.service.ts';

@Controller('jobs/:id/report')
export class EvidenceReportController {
  constructor(private readonly reports: EvidenceReportService) {}

  @Get()
  @ApiOperation({ summary: 'The evidence of the flights of a job' })
  @Access('reports.read', { fails: ['not_found'] })
  @ApiOkResponse({ standardSchema: evidenceReportView })
  read(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
  ): Promise<EvidenceReportView> {
    return this.reports.read(actor, id);
  }

  @Post('link')
  @ApiOperation({ summary: 'Create a link to the report. The previous one no longer works' })
  @Access('reports.share', { fails: ['not_found'] })
  @ApiCreatedResponse({ standardSchema: reportLinkView })
  share(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
  ): Promise<ReportLinkView> {
    return this.reports.share(actor, id);
  }

  @Delete('link')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke the link to the report' })
  @Access('reports.share', { fails: ['not_found'] })
  @ApiNoContentResponse()
  revoke(@CurrentUser() actor: Actor, @Param({ schema: idParameter }) { id }: IdParameter): Promise<void> {
    return this.reports.revoke(actor, id);
  }
}

/** Reports for readers of a link, without a session. */
@Controller('reports')
@ApiTags('EvidenceReport')
export class SharedReportController {
  constructor(private readonly reports: EvidenceReportService) {}

  @Get(':token')
  @ApiOperation({ summary: 'The evidence of the flights of a job, by the link that its client shares' })
  @Access('reports.read-shared', { fails: ['not_found'] })
  @ApiOkResponse({ standardSchema: evidenceReportView })
  read(
    @Param({ schema: reportTokenParameter }) { token }: ReportTokenParameter,
  ): Promise<EvidenceReportView> {
    return this.reports.shared(token);
  }
}
