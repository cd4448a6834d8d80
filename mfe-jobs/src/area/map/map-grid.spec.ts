import { graticule, gridStep, lengthTexts, placeLabels, townBounds } from './map-grid.ts';

describe('[MAP-3] the graticule', () => {
  it.each([
    [360, 30],
    [60, 20],
    [1, 0.2],
    [0.004, 0.001],
    [0.000_01, 0.0001],
  ])('of %d degrees has a step of %d', (span, step) => {
    expect(gridStep(span)).toBe(step);
  });

  it('has labels with the decimals of its step', () => {
    const lines = graticule({ west: -97.75, south: 30.26, east: -97.73, north: 30.27 });
    expect(lines.map(({ label }) => label)).toEqual([
      '97.750° W',
      '97.745° W',
      '97.740° W',
      '97.735° W',
      '97.730° W',
      '30.260° N',
      '30.265° N',
      '30.270° N',
    ]);
  });

  it('ends at the date line and at the limit of the projection', () => {
    const lines = graticule({ west: -200, south: -90, east: 200, north: 90 });
    expect(lines.map(({ label }) => label)).toEqual([
      '180° W',
      '150° W',
      '120° W',
      '90° W',
      '60° W',
      '30° W',
      '0°',
      '30° E',
      '60° E',
      '90° E',
      '120° E',
      '150° E',
      '180° E',
      '60° S',
      '30° S',
      '0°',
      '30° N',
      '60° N',
    ]);
  });
});

describe('[MAP-3] townBounds', () => {
  it.each([
    [{ west: -97.75, south: 30.26, east: -97.73, north: 30.27 }, '-97.8,30.2,-97.7,30.3'],
    [{ west: -97.71, south: 30.21, east: -97.703, north: 30.22 }, '-97.8,30.2,-97.7,30.3'],
    [{ west: -125, south: 24, east: -66, north: 50 }, '-130,20,-60,50'],
  ])('of %j is %s', (bounds, expected) => {
    expect(townBounds(bounds)).toBe(expected);
  });
});

it('leaves out labels that overlap a more important one', () => {
  const labels = [
    { x: 100, y: 100, text: 'Austin' },
    { x: 120, y: 105, text: 'Rollingwood' },
    { x: 100, y: 130, text: 'Kyle' },
    { x: 300, y: 100, text: 'Bastrop' },
  ];
  expect(placeLabels(labels).map(({ text }) => text)).toEqual(['Austin', 'Kyle', 'Bastrop']);
});

it.each([
  [50, ['50 m', '164 ft']],
  [1000, ['1 km', '0.621 mi']],
  [200_000, ['200 km', '124 mi']],
])('formats the scale of %d m', (meters, expected) => {
  expect(lengthTexts(meters)).toEqual(expected);
});
