import { countScans } from './jpeg-scans.ts';

const START = 'ffd8';
const END = 'ffd9';
/** A header of two bytes, and a scan of three. */
const SCAN = 'ffda0004aaaa112233';
/** A segment with a thumbnail, which has a scan. */
const THUMBNAIL = `ffe1000f${START}${SCAN}${END}`;

describe('countScans', () => {
  it.each([
    ['one scan', START + SCAN + END, 1],
    ['three scans', START + SCAN + SCAN + SCAN + END, 3],
    ['thousands of scans', START + SCAN.repeat(8000) + END, 8000],
    ['scans up to a truncated end', START + SCAN + SCAN.slice(0, 6), 2],
    ['no scan of a thumbnail', START + THUMBNAIL + SCAN + END, 1],
    ['no scan behind the end', START + SCAN + END + START + SCAN + END, 1],
    ['no byte of a scan that looks like a marker', `${START}${SCAN}ff00daffd0ffda${END}`, 2],
    ['a marker with several leading bytes', `${START}ffff${SCAN}${END}`, 1],
    ['a marker after other bytes', `${START}0000${SCAN}${END}`, 1],
    ['a segment without an end', `${START}ffe1ffff${SCAN}`, 0],
    ['nothing in another file', `89504e47${SCAN}`, 0],
    ['nothing in an empty file', '', 0],
  ])('[SECURE-51] counts %s', (_what, hex, scans) => {
    expect(countScans(Buffer.from(hex, 'hex'))).toBe(scans);
  });
});
