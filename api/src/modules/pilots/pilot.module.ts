import { Controller, Get, Module, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { pilotParameter, pilotView, type Actor, type PilotParameter, type PilotView } from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { PilotService } from './pilot.service.ts';

@Controller('pilots')
class PilotController {
  constructor(private readonly pilots: PilotService) {}

  @Get(':id')
  @ApiOperation({ summary: 'A pilot of one of the own jobs, with figures from the database' })
  @Access('pilots.read', { fails: ['not_found'] })
  @ApiOkResponse({ standardSchema: pilotView })
  read(
    @CurrentUser() actor: Actor,
    @Param({ schema: pilotParameter }) { id }: PilotParameter,
  ): Promise<PilotView> {
    return this.pilots.read(actor, id);
  }
}

@Module({ controllers: [PilotController], providers: [PilotService] })
export class PilotModule {}
