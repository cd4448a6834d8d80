import { Controller, Get, Module, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { townListView, townsQuery, type PlaceView, type TownsQuery } from '@dps/contract';
import { Access } from '../../platform/auth/access.decorator.ts';
import { searchTowns, townsWithin } from './gazetteer.ts';

@Controller('towns')
class TownController {
  @Get()
  @ApiOperation({
    summary:
      'The most populous towns whose names begin with a text, or those of a map. Data of GeoNames, CC BY 4.0',
  })
  @Access('towns.search')
  @ApiOkResponse({ standardSchema: townListView })
  search(@Query({ schema: townsQuery }) { search = '', bounds }: TownsQuery): PlaceView[] {
    return bounds === undefined ? searchTowns(search) : townsWithin(bounds.split(',').map(Number));
  }
}

@Module({ controllers: [TownController] })
export class TownModule {}
