import { Controller, Get, Module, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { townListView, townsQuery, type PlaceView, type TownsQuery } from '@dps/contract';
import { Access } from '../../platform/auth/access.decorator.ts';
import { findTown } from './find-town.ts';
import { searchTowns, toPlaceView, townsWithin } from './gazetteer.ts';

@Controller('towns')
class TownController {
  @Get()
  @ApiOperation({
    summary:
      'The most populous towns whose names begin with a text or of a map, or the town of a location. Data of GeoNames, CC BY 4.0',
  })
  @Access('towns.search')
  @ApiOkResponse({ standardSchema: townListView })
  search(@Query({ schema: townsQuery }) { search = '', bounds, location }: TownsQuery): PlaceView[] {
    if (bounds !== undefined) return townsWithin(bounds.split(',').map(Number));
    if (location === undefined) return searchTowns(search);
    const town = findTown(location);
    return town ? [toPlaceView(town)] : [];
  }
}

@Module({ controllers: [TownController] })
export class TownModule {}
