import { findTown } from './find-town.ts';
import { nameOfPlace, searchTowns, townsWithin, toPlaceView } from './gazetteer.ts';

const nameOf = (location: string) => {
  const town = findTown(location);
  return town && toPlaceView(town).name;
};
const namesOf = (search: string) => searchTowns(search).map(({ name }) => name);

const AUSTIN = 'Austin, Texas, United States';

describe('[PLACE-2] findTown', () => {
  it.each<[string, string | null]>([
    ['Austin, TX', AUSTIN],
    [' austin,tx ', AUSTIN],
    ['Austin, Texas', AUSTIN],
    ['Austin, Texas, USA', AUSTIN],
    ['Austin TX 78701', AUSTIN],
    ['1100 Congress Ave, Austin, TX 78701', AUSTIN],
    ['Austin, MN', 'Austin, Minnesota, United States'],
    ['Austin', AUSTIN],
    ['New York, NY', 'New York City, New York, United States'],
    ['Washington, DC', 'Washington, D.C., District of Columbia, United States'],
    ['Saint Louis, MO', 'St. Louis, Missouri, United States'],
    ['Ft Worth, TX', 'Fort Worth, Texas, United States'],
    // A state of the United States comes before a country with the same code, and a country before none.
    ['Paris, TX', 'Paris, Texas, United States'],
    ['San Diego, CA', 'San Diego, California, United States'],
    ['Berlin, DE', 'Berlin, State of Berlin, Germany'],
    ['Lyon, France', 'Lyon, Auvergne-Rhône-Alpes, France'],
    ['zurich', 'Zürich, Zurich, Switzerland'],
    ['Toronto, Ontario', 'Toronto, Ontario, Canada'],
    // A street with the name of a town.
    ['Boston, Savannah, GA', 'Savannah, Georgia, United States'],
    ['Outer Banks, NC', null],
    ['Pump station 4, gate 2', null],
    ['El Dorado of gold', null],
    ['', null],
    [', ,', null],
  ])('finds the town of %j', (location, name) => {
    expect(nameOf(location)).toBe(name);
  });
});

describe('[PLACE-3] searchTowns', () => {
  it('lists the most populous towns whose names begin with the text, at most ten', () => {
    expect(namesOf('aust').at(0)).toBe(AUSTIN);
    expect(namesOf('san')).toHaveLength(10);
  });

  it('narrows by the state or country after a comma', () => {
    expect(namesOf('springfield, mis').every((name) => name?.includes('Mis'))).toBe(true);
    expect(namesOf('Austin, mn')).toEqual(['Austin, Minnesota, United States']);
    expect(namesOf('lond, canada')).toEqual(['London, Ontario, Canada']);
  });

  it.each(['', 'a', ' , texas', 'qqqq', '\u{1F681}'])('finds no town for %j', (search) => {
    expect(searchTowns(search)).toEqual([]);
  });
});

it('names the place of a town, and no other one', () => {
  const [austin] = searchTowns('Austin, tx');
  if (!austin) throw new Error('Expected a town');
  expect(nameOfPlace(austin)).toBe(AUSTIN);
  expect(nameOfPlace({ ...austin, latitude: 0 })).toBeNull();
});

describe('[PLACE-6] townsWithin', () => {
  it.each<[string, number[], string[]]>([
    ['of a region', [-98.2, 30, -97.3, 30.6], [AUSTIN, 'Round Rock, Texas, United States']],
    ['at the date line', [170, -20, 190, -15], ['Suva, Central, Fiji', 'Lautoka, Western, Fiji']],
    ['from the other side of the date line', [-190, -20, -175, -15], ['Suva, Central, Fiji']],
    ['without towns', [-150, 20, -149, 21], []],
    ['with its east before its west', [10, 0, 0, 60], []],
  ])('returns the most populous towns of a map %s', (_case, bounds, expected) => {
    expect(
      townsWithin(bounds)
        .slice(0, expected.length || 1)
        .map(({ name }) => name),
    ).toEqual(expected);
  });

  it('returns at most 60', () => {
    expect(townsWithin([-180, -90, 180, 90])).toHaveLength(60);
  });
});
