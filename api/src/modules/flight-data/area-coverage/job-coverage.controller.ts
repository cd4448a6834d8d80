import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  idParameter,
  jobCoverageView,
  type Actor,
  type IdParameter,
  type JobCoverageView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../../platform/auth/access.decorator.ts';
import { JobCoverageService } from './job-coverage.service.ts';

@Controller('jobs/:id/coverage')
@ApiTags('EvidenceReport')
export class JobCoverageController {
  constructor(private readonly coverage: JobCoverageService) {}

  @Get()
  @ApiOperation({ summary: 'The part of the area of a job that its flights covered' })
  @Access('coverage.read', { fails: ['not_found', 'unavailable'] })
  @ApiOkResponse({ standardSchema: jobCoverageView })
  read(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
  ): Promise<JobCoverageView> {
    return this.coverage.read(actor, id);
  }
}
