import { findTown } from '../towns/find-town.ts';
import { toPlaceView } from '../towns/gazetteer.ts';
import type { Job } from './job.entity.ts';

/** The columns with the point of a job. */
export type PointColumns = Pick<Job, 'latitude' | 'longitude' | 'place'>;

/** Returns the point of a job: the town of its location, or none. */
export function pointColumns({ location }: Pick<Job, 'location'>): PointColumns {
  const town = findTown(location);
  if (!town) return { latitude: null, longitude: null, place: null };
  const { latitude, longitude, name } = toPlaceView(town);
  return { latitude, longitude, place: name };
}
