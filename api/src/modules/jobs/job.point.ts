import { roundCoordinates, summarizeArea, type JobArea } from '@dps/contract';
import { findTown } from '../towns/find-town.ts';
import { toPlaceView } from '../towns/gazetteer.ts';
import type { Job } from './job.entity.ts';

/** The columns with the point of a job. */
export type PointColumns = Pick<Job, 'latitude' | 'longitude' | 'place'>;

/** Returns the point of a job: the center of its area, the town of its location, or none. */
export function pointColumns(job: { location: string; area?: JobArea | null }): PointColumns {
  if (job.area) {
    return { ...roundCoordinates(summarizeArea(job.area)), place: null };
  }
  const town = findTown(job.location);
  if (!town) return { latitude: null, longitude: null, place: null };
  const { latitude, longitude, name } = toPlaceView(town);
  return { latitude, longitude, place: name };
}
