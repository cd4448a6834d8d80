import { formatFileSize } from './file-size.ts';

describe('formatFileSize', () => {
  it.each([
    [1, '1 byte'],
    [1023, '1,023 bytes'],
    [1024, '1 kB'],
    [77_383, '76 kB'],
    [1_048_575, '1 MB'],
    [1_468_006, '1.4 MB'],
    [10 * 1024 * 1024, '10 MB'],
    [1024 ** 3, '1 GB'],
    [1.25 * 1024 ** 3, '1.3 GB'],
  ])('of %i bytes is %s', (bytes, expected) => {
    expect(formatFileSize(bytes)).toBe(expected);
  });
});
