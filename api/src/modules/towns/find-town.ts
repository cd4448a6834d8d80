import { countryOf, keyOf, regionOf, townsNamed, type Town } from './gazetteer.ts';

/** "Austin TX 78701": a state and a ZIP code after the name, without commas. */
const STATE_AFTER_NAME = /^(.*[^\s,])[\s,]+([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?$/;
const ZIP = /\s*\b\d{5}(?:-\d{4})?$/;

const OTHER_NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  'u s a': 'US',
  'u s': 'US',
  uk: 'GB',
  england: 'GB',
};

/** Parts of names that GeoNames has and users leave out: "New York City", "Washington, D.C.". */
const ENDINGS = ['', ' City', ' D.C.'];

/** Bounds the work for a text of many commas. */
const MOST_PARTS = 6;

const towns = (name: string) =>
  keyOf(name) === '' ? [] : ENDINGS.flatMap((ending) => townsNamed(name + ending));

const isInState = (town: Town, key: string) =>
  town.country === 'US' && [town.region, regionOf(town) ?? ''].some((name) => keyOf(name) === key);

const isIn = (town: Town, key: string) =>
  town.country === OTHER_NAMES[key] ||
  [town.country, countryOf(town), regionOf(town) ?? ''].some((name) => keyOf(name) === key);

/**
 * Returns the town of a location such as "Austin, TX", "1100 Congress Ave, Austin, TX 78701" or "Lyon, France"; null for an unknown
 * one. A state of the United States comes before a country or another region, and both before the most populous town of a name alone.
 */
export function findTown(location: string): Town | null {
  const parts = location.replace(STATE_AFTER_NAME, '$1, $2').split(',').slice(-MOST_PARTS);
  const names = parts.map((part) => part.replace(ZIP, '').trim());
  // From the end: a street may have the name of a town.
  const pairs = names.map((name, index) => ({ name, next: keyOf(names[index + 1] ?? '') })).toReversed();
  for (const matches of [isInState, isIn])
    for (const { name, next } of pairs) {
      const town = next === '' ? undefined : towns(name).find((each) => matches(each, next));
      if (town) return town;
    }
  return names.length === 1 ? (towns(names[0] ?? '').at(0) ?? null) : null;
}
