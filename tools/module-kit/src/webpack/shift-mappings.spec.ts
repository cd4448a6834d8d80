import { decode, encode } from '@jridgewell/sourcemap-codec';
import { shiftMappings } from './shift-mappings.ts';

const CODE = 'first();\nsecond("LONG_PLACEHOLDER");third();';
const at = CODE.indexOf('"LONG');
const map = JSON.stringify({
  version: 3,
  sources: ['a.ts'],
  mappings: encode([
    [[0, 0, 0, 0]],
    [
      [0, 0, 1, 0],
      [at - 9, 0, 1, 7],
      [CODE.indexOf('third') - 9, 0, 2, 0],
    ],
  ]),
});

describe('shiftMappings', () => {
  it.each([-10, 25])('moves the mappings behind the replaced text by %d and keeps the others', (growth) => {
    const changed = JSON.parse(shiftMappings(map, CODE, { at, growth }));
    expect(decode(changed.mappings)).toEqual([
      [[0, 0, 0, 0]],
      [
        [0, 0, 1, 0],
        [at - 9, 0, 1, 7],
        [CODE.indexOf('third') - 9 + growth, 0, 2, 0],
      ],
    ]);
    expect(changed).toMatchObject({ version: 3, sources: ['a.ts'] });
  });
});
