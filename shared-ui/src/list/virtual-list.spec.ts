import { linesToRender, spacersBefore, type PlacedLine } from './virtual-list.ts';

describe('linesToRender', () => {
  it.each([
    ['at the top', { startIndex: 0, endIndex: 2, count: 100 }, -1, [0, 1, 2, 3, 4, 5, 6, 99]],
    [
      'within',
      { startIndex: 50, endIndex: 51, count: 100 },
      -1,
      [0, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 99],
    ],
    ['at the end', { startIndex: 97, endIndex: 99, count: 100 }, -1, [0, 93, 94, 95, 96, 97, 98, 99]],
    [
      'with the focus elsewhere',
      { startIndex: 0, endIndex: 0, count: 100 },
      60,
      [0, 1, 2, 3, 4, 59, 60, 61, 99],
    ],
    ['of nothing', { startIndex: 0, endIndex: 0, count: 0 }, -1, []],
  ])('are the lines of a viewport %s', (_where, range, focused, lines) => {
    expect(linesToRender(range, focused)).toEqual(lines);
  });
});

describe('spacersBefore', () => {
  const place = (gap: number, ...indexes: number[]): PlacedLine[] =>
    indexes.map((index) => ({ index, start: index * (40 + gap), size: 40 }));

  it('are as high as the lines that are not rendered', () => {
    expect(spacersBefore(place(0, 0, 10, 11, 99), 0)).toEqual([0, 9 * 40, 0, 87 * 40]);
  });

  it('leave out the gaps that the grid adds', () => {
    // Nine lines and ten gaps, of which the grid adds one on each side of the spacer.
    expect(spacersBefore(place(16, 0, 10, 11), 16)).toEqual([0, 9 * 40 + 8 * 16, 0]);
  });
});
