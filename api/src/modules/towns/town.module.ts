import { Controller, Get, Module, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { townListView, townsQuery, type PlaceView, type TownsQuery } from '@dps/contract';
import { Access } from '../../platform/auth/access.decorator.ts';
import { searchTowns } from './gazetteer.ts';

@Controller('towns')
class TownController {
  @Get()
  @ApiOperation({
    summary: 'The most populous towns whose names begin with a text. Data of GeoNames, CC BY 4.0',
  })
  @Access('towns.search')
  @ApiOkResponse({ standardSchema: townListView })
  search(@Query({ schema: townsQuery }) { search = '' }: TownsQuery): PlaceView[] {
    return searchTowns(search);
  }
}

@Module({ controllers: [TownController] })
export class TownModule {}
