import { profileBody, type Coordinates, type PlaceView, type ProfileBody } from '@dps/contract';
import { schemaErrors } from '@dps/contract/form';
import { texts } from '../texts/profile.ts';
import { candidateOf, type ProfileValues } from './profile.values.ts';

/** Searches towns by the beginning of their names. */
type SearchTowns = (text: string) => Promise<readonly PlaceView[]>;

const COORDINATES = /^(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)$/;

/** Returns the base of a text: coordinates, or the town with this name; null for an empty text, undefined for an unknown town. */
async function baseOf(typed: string, search: SearchTowns): Promise<Coordinates | null | undefined> {
  const text = typed.trim();
  if (text === '') return null;
  const [, latitude, longitude] = COORDINATES.exec(text) ?? [];
  if (latitude !== undefined) return { latitude: Number(latitude), longitude: Number(longitude) };
  const towns = await search(text);
  const town = towns.find(({ name }) => name?.toLowerCase() === text.toLowerCase());
  return town && { latitude: town.latitude, longitude: town.longitude };
}

/** Returns the errors of the profile form by field. */
export async function profileErrors(values: ProfileValues, stored: ProfileValues, search: SearchTowns) {
  const errors = schemaErrors(profileBody, candidateOf(values, stored));
  if (values.base === stored.base) return errors;
  // A failed search is reported when the form is sent.
  const base = await baseOf(values.base, search).catch(() => null);
  if (base === undefined) return { ...errors, base: texts.profile.unknownBase };
  if (base && (Math.abs(base.latitude) > 90 || Math.abs(base.longitude) > 180))
    return { ...errors, base: texts.profile.noCoordinates };
  return errors;
}

/**
 * Returns the request body of a valid form. An unchanged base is left out.
 *
 * @param stored the form of the stored user
 * @throws yup's ValidationError if the form is invalid, or the error of the search
 */
export async function profileOf(
  values: ProfileValues,
  stored: ProfileValues,
  search: SearchTowns,
): Promise<ProfileBody> {
  const base = values.base === stored.base ? undefined : await baseOf(values.base, search);
  return profileBody.validateSync({ ...candidateOf(values, stored), ...(base !== undefined && { base }) });
}
