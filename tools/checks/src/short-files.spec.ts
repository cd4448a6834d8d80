import { shortFileFaults } from './short-files.ts';

/** Returns the lengths of this many files. */
const files = (count: number, lines: number, folder = '') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}${index}.ts`, lines]));

describe('shortFileFaults', () => {
  it.each([
    ['40 short files', files(40, 14)],
    ['many files of 15 lines', files(100, 15)],
    ['a new module with small files', { ...files(40, 14), ...files(10, 5, 'mfe-weather/src/') }],
  ])('accepts %s', (_what, lengths) => {
    expect(shortFileFaults(lengths)).toEqual([]);
  });

  it('counts the short files of a module with more than ten files', () => {
    expect(shortFileFaults({ ...files(40, 14), ...files(11, 5, 'mfe-weather/src/') })[0]).toContain(
      '51 files',
    );
  });

  it('lists the short files if there are more than 40', () => {
    const faults = shortFileFaults({ ...files(41, 14), 'long.ts': 15 });
    expect(faults).toHaveLength(42);
    expect(faults[0]).toContain('41 files have fewer than 15 lines');
    expect(faults[1]).toBe('0.ts has 14 lines');
  });
});
